import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A Markdown text to speak. */
export type Example = { readonly id: string; readonly markdown: string };

const EXAMPLE = /^`{32} example ?([^\n]*)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm;
const MAX_README_CHARS = 4_000;

/**
 * The Markdown of the specifications: all of CommonMark, the extensions of GFM, and cmark-gfm's own tests for
 * them.
 */
export function readExamples(data: string): Example[] {
  const read = (file: string, onlyExtensions: boolean) => {
    const text = readFileSync(`${data}/commonmark/${file}.txt`, 'utf8');
    return [...text.matchAll(EXAMPLE)]
      .filter(([, extension]) => !onlyExtensions || extension !== '')
      .map(([, , markdown = ''], at) => ({ id: `${file}-${at}`, markdown: markdown.replaceAll('→', '\t') }));
  };
  return [...read('commonmark-spec', false), ...read('gfm-spec', true), ...read('gfm-extensions', false)];
}

/** The beginnings of the README files of the installed packages: Markdown as people write it. */
export function readReadmes(folder: string, count: number): Example[] {
  const found: Example[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (found.length >= count) break;
    const path = `${folder}/${name}/README.md`;
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const text = readFileSync(path, 'utf8');
    if (text.length > 500) found.push({ id: name, markdown: text.slice(0, MAX_README_CHARS) });
  }
  return found;
}

import { readFileSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const EXAMPLE = /^`{32} example ?([^\n]*)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm;

/** One example from a specification: Markdown, and the HTML it stands for. */
export type Example = { readonly id: string; readonly markdown: string; readonly html: string };

/** The examples in a specification file; with `only`, just those of one extension. */
export function readExamples(file: string, name: string, only: 'all' | 'extensions'): Example[] {
  const found = Array.from(readFileSync(file, 'utf8').matchAll(EXAMPLE));
  return found.flatMap(([, kind = '', markdown = '', html = ''], index) => {
    if (only === 'extensions' && (kind.trim() === '' || kind.includes('disabled'))) return [];
    return [{ id: `${name}-${index + 1}`, markdown: tabs(markdown), html: tabs(html) }];
  });
}

/**
 * The tree of the HTML, reduced to elements and text; images become their alternative text, links their text.
 */
export function structureOf(html: string): string {
  return write(parseFragment(html))
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

function write(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  const inside = 'childNodes' in node ? node.childNodes.map(write).join('') : '';
  if (!('tagName' in node) || node.tagName === 'a') return inside;
  if (node.tagName === 'img') return node.attrs.find(({ name }) => name === 'alt')?.value ?? '';
  return `<${node.tagName}>${inside}</${node.tagName}>`;
}

function tabs(text: string): string {
  return text.replaceAll('→', '\t');
}

// Whether text that a person would not see reaches the model, and whether visible text does: `npm run
// bench -- hidden --data FOLDER [--dump FILE]`. The folder contains `inject/html-*.jsonl` with one page per
// line: `{id, technique, visible, canary, must_keep[], html}`. The dump has one `{id, text}` per line.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { readContent } from '../src/read/content.ts';
import { toPrompt } from '../src/write/prompt.ts';
import { readJsonLines, writeJsonLines } from './json-lines.ts';

type Case = {
  readonly id: string;
  readonly technique: string;
  readonly visible: boolean;
  readonly canary: string;
  readonly must_keep: readonly string[];
  readonly html: string;
};

/** Takes a page and returns everything that a model would see of it. */
type Pipeline = (html: string) => Promise<string>;

type Told = { readonly page: Case; readonly text: string };

/** Sayso's own way: bytes, content, extraction, with the title and the name of the site. */
const product: Pipeline = async (html) => {
  const content = await readContent(Buffer.from(html), 'text/html', new AbortController().signal);
  if (content.status === 'skipped') return '';
  const { title, text, siteName } = content.extracted;
  return [title, text, siteName ?? ''].join('\n');
};

/** What most programs do first. */
const stripTags: Pipeline = async (html) =>
  html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');

async function run(cases: readonly Case[], pipeline: Pipeline): Promise<Told[]> {
  const told: Told[] = [];
  for (const page of cases) told.push({ page, text: await pipeline(page.html) });
  return told;
}

function leaks(page: Case, text: string): boolean {
  return !page.visible && `${text} ${decodeUnseen(text)}`.includes(page.canary);
}

function toRow(name: string, told: readonly Told[]): string {
  const hidden = told.filter(({ page }) => !page.visible);
  const through = hidden.filter(({ page, text }) => leaks(page, text));
  const techniques = new Set(through.map(({ page }) => page.technique));
  const wanted = told.flatMap(({ page, text }) => {
    const line = text.replace(/\s+/g, ' ');
    return page.must_keep.map((sentence) => line.includes(sentence));
  });
  const kept = wanted.filter(Boolean).length;
  return (
    `| ${name} | ${through.length}/${hidden.length} | ${techniques.size} of ` +
    `${new Set(hidden.map(({ page }) => page.technique)).size} | ${kept}/${wanted.length} |`
  );
}

const TOKENS = /<\|[^|]*\|>|\[\/?INST\]|<\/?sources?\b|<<\/?SYS>>|^\s*#*\s*(?:system|assistant|user)\s*:/gim;
/** Sayso's own prompt opens and closes its one source. */
const OWN_TOKENS = 2;

/** Pages whose text could still close Sayso's source tag, open a chat turn or make a citation. */
function breakOuts(told: readonly Told[]): string[] {
  return told
    .filter(({ text }) => {
      const prompt = promptOf(text);
      const inSource = prompt.slice(prompt.indexOf('>') + 1, prompt.lastIndexOf('</source>'));
      return (
        (prompt.match(TOKENS)?.length ?? 0) > OWN_TOKENS ||
        /\[\d+\]|[\u200b\u202a-\u202e\u00ad]/.test(inSource)
      );
    })
    .map(({ page }) => page.id);
}

const { values } = parseArgs({ options: { data: { type: 'string' }, dump: { type: 'string' } } });
const files =
  values.data === undefined ? [] : globSync(join(values.data, 'inject', 'html-*.jsonl')).filter(existsSync);
if (files.length === 0) {
  console.error('Give --data FOLDER; it holds the pages as inject/html-*.jsonl.');
  process.exit(2);
}
const cases = files.flatMap((file) => readJsonLines<Case>(file));
const told = await run(cases, product);
const visible = told.filter(({ page }) => page.visible);
const broken = breakOuts(visible);
console.log(
  '| pipeline | hidden payloads that reach the model | techniques that get through | benign sentences ' +
    'kept |\n| --- | --- | --- | --- |',
);
console.log('| goal | 0 | 0 | all |');
console.log(toRow('sayso', told));
console.log(toRow('tags stripped', await run(cases, stripTags)));
console.log(
  `\nVisible text that breaks out of its source in the prompt: ${broken.length} of ${visible.length} ` +
    `(goal 0). ${broken.join(' ')}`,
);
writeJsonLines(
  values.dump ?? null,
  told.map(({ page, text }) => ({ id: page.id, text })),
);

/** The prompt in which a page's text is the only source. */
function promptOf(text: string): string {
  const source = { index: 1, url: 'https://site.example/', title: text.slice(0, 100), snippet: '' };
  const passages = [{ text, from: 0, to: text.length }];
  const question = {
    id: '',
    text: 'What is new?',
    maxSources: 1,
    scope: { ...ANY_SCOPE, language: 'en' },
    history: [],
    deadlineAtMs: performance.now() + 1_000,
  };
  return toPrompt(
    { question, sources: [{ ...source, passages }], evidenceStatus: 'sources', patienceMs: 1_000 },
    new Date(0),
  ).user;
}

/**
 * The message that a model would see if it decoded text hidden in Unicode in three ways; appended to the text
 * before it is searched.
 */
function decodeUnseen(text: string): string {
  return [fromTags(text), fromVariationSelectors(text), fromZeroWidths(text)].join(' ');
}

function fromTags(text: string): string {
  return Array.from(text.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');
}

/** A selector is a byte: 16 of them are in one block of Unicode, 240 in another. */
function fromVariationSelectors(text: string): string {
  const bytes = Array.from(text.matchAll(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu), ([selector]) => {
    const point = selector.codePointAt(0) ?? 0;
    return point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16;
  });
  return Buffer.from(bytes).toString();
}

/** Zero-width space is 0, non-joiner is 1, and joiner separates the characters. */
function fromZeroWidths(text: string): string {
  const runs = text.match(/[\u200b\u200c\u200d]{8,}/g) ?? [];
  return runs
    .flatMap((run) => run.split('\u200d'))
    .map((bits) =>
      String.fromCharCode(Number.parseInt(bits.replace(/\u200b/g, '0').replace(/\u200c/g, '1') || '0', 2)),
    )
    .join('');
}

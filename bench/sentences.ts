// How well texts are split into sentences: `npm run bench -- sentences --data FOLDER`. An item counts if its sentences are exactly the expected ones, ignoring white space.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toSentences } from '@sayso/text/sentences.ts';
import sbd from 'sbd';
import { split } from 'sentence-splitter';
import { cpuOf } from './statistics.ts';

type Item = { readonly text: string; readonly lang: string; readonly exp: readonly string[] };
type Splitter = (text: string, language: string) => readonly string[];

/** The shares of items that have to be exactly right. */
const GOALS = { golden: 42 / 52, english: 140 / 206, all: 330 / 495 } as const;

const unicode = new Intl.Segmenter('und', { granularity: 'sentence' });
const SPLITTERS: Readonly<Record<string, Splitter>> = {
  product: toSentences,
  'Intl.Segmenter': (text) => Array.from(unicode.segment(text), (piece) => piece.segment),
  sbd: (text) => sbd.sentences(text),
  'sentence-splitter': (text) =>
    split(text)
      .filter(({ type }) => type === 'Sentence')
      .map(({ raw }) => raw),
};

const { values } = parseArgs({ options: { data: { type: 'string', default: '' } } });
const folder = `${values.data}/sentence`;
if (!existsSync(folder)) {
  console.error('This bench needs its data: --data FOLDER, where FOLDER/sentence is.');
  process.exit(2);
}
const golden = readItems('golden-rules-en.json');
const all = readItems('pragmatic_segmenter.json');
const sets = { golden, english: all.filter(({ lang }) => lang === 'en'), all };

console.log('| splitter | golden | english | all | MB/CPU s |\n|---|---|---|---|---|');
for (const [name, splitter] of Object.entries(SPLITTERS)) {
  const counts = Object.values(sets).map((items) => `${countRight(items, splitter)} of ${items.length}`);
  console.log(`| ${name} | ${counts.join(' | ')} | ${speedOf(splitter).toFixed(1)} |`);
}
const missed = Object.entries(GOALS).filter(([name, goal]) => {
  const items = name === 'golden' ? golden : name === 'english' ? sets.english : all;
  return countRight(items, toSentences) < goal * items.length - 0.5;
});
const goals = [golden, sets.english, all].map((items, at) =>
  Math.round((Object.values(GOALS)[at] ?? 0) * items.length),
);
console.log(`| goal | ${goals.join(' | ')} | |`);
process.exit(missed.length === 0 ? 0 : 1);

function readItems(file: string): Item[] {
  const items: Array<Partial<Item> & Pick<Item, 'text' | 'exp'>> = JSON.parse(
    readFileSync(`${folder}/${file}`, 'utf8'),
  );
  return items.map((item) => ({ lang: 'en', ...item }));
}

function countRight(items: readonly Item[], splitter: Splitter): number {
  return items.filter(({ text, lang, exp }) => isSame(splitter(text, lang), exp)).length;
}

function isSame(sentences: readonly string[], expected: readonly string[]): boolean {
  const tidy = (list: readonly string[]) =>
    list.map((sentence) => sentence.replace(/\s+/g, ' ').trim()).filter((sentence) => sentence !== '');
  return JSON.stringify(tidy(sentences)) === JSON.stringify(tidy(expected));
}

/** Megabytes of UTF-8 per second of processor time, for the items of the data. */
function speedOf(splitter: Splitter): number {
  const bytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const spentMs = cpuOf(() => {
    for (const { text, lang } of all) splitter(text, lang);
  });
  return bytes / 1e6 / (spentMs / 1000);
}

// How well the sentence that supports a citation is found: `npm run bench -- support --data FOLDER [--dump
// FILE]`, where FOLDER contains `wice` (claims with the sentences of a page that support them) and
// `attributionbench` (claims that a source supports or does not support).
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toStatements } from '../src/lib/markdown/index.ts';
import { type EvidenceSource, findQuotes } from '../src/lib/verdicts/index.ts';
import { escapeMarkdown } from '../src/write/passages/escape-markdown.ts';
import { measure } from './fuzz-time/measure.ts';
import { median } from './statistics.ts';
import { readArguments } from './text/arguments.ts';

import { writeJsonLines } from './text/json-lines.ts';

type Claim = { readonly claim: string };
type WiceClaim = Claim & {
  readonly label: string;
  readonly evidence: readonly string[];
  readonly supporting_sentences: readonly (readonly number[])[];
};
type AttributedClaim = Claim & {
  readonly id: string;
  readonly references: readonly string[];
  readonly attribution_label: 'attributable' | 'not attributable';
};

const TITLE = '(meta data) TITLE: ';
/** Shorter lines (`Menu`) are on every page and say nothing about a quote. */
const TELLING_CHARS = 20;

const { data, dump } = readArguments('wice');
const results: object[] = [];

const supported = read<WiceClaim>('wice', (line) => !('non_supported_spans' in line)).filter(
  ({ label, supporting_sentences }) => label !== 'not_supported' && supporting_sentences.flat().length > 0,
);
const quoted = await Array.fromAsync(supported, async (line) => {
  const title = line.evidence.find((sentence) => sentence.startsWith(TITLE))?.slice(TITLE.length) ?? '';
  const text = line.evidence.filter((sentence) => !sentence.startsWith('(meta data)')).join('\n');
  const quote = await quoteFor(line.claim, [text], title);
  const golden = line.supporting_sentences.flat().map((at) => line.evidence[at]?.trim() ?? '');
  const hits = golden.some(
    (sentence) => sentence.length >= TELLING_CHARS && (quote.includes(sentence) || sentence.includes(quote)),
  );
  results.push({ set: 'wice', claim: line.claim, quote, hits: quote !== '' && hits });
  return { quote, hits: quote !== '' && hits };
});
const told = quoted.filter(({ quote }) => quote !== '');

const attributed = await Array.fromAsync(
  read<AttributedClaim>('attributionbench', () => true),
  async ({ id, claim, references, attribution_label }) => {
    const quote = await quoteFor(claim, references, '');
    results.push({ set: 'attributionbench', id, quote });
    return { isSupported: attribution_label === 'attributable', isQuoted: quote !== '' };
  },
);
const shareQuoted = (isSupported: boolean) => {
  const some = attributed.filter((each) => each.isSupported === isSupported);
  return share(some.filter(({ isQuoted }) => isQuoted).length, some.length);
};

const answers = Array.from({ length: 40 }, (_, at) => supported.slice(at * 5, at * 5 + 5)).filter(
  (group) => group.length === 5,
);
for (const group of answers) await answerFrom(group);
const times = await Array.fromAsync(answers, async (group) => (await measure(() => answerFrom(group))).cpuMs);

const quotedShare = share(told.length, supported.length);
const hitShare = share(told.filter(({ hits }) => hits).length, told.length);
console.log(`| figure | measured | goal |
|---|---|---|
| WiCE: quotes that are one of the sentences that support the claim (${told.length}) | ${hitShare} % | 85 % |
| WiCE: supported claims that get a quote (${supported.length}) | ${quotedShare} % | 85 % |
| AttributionBench: supported claims that get a quote | ${shareQuoted(true)} % | 85 % |
| AttributionBench: unsupported claims that get one all the same | ${shareQuoted(false)} % | fewer |
| CPU of an answer with 5 citations over 8,500 characters, median | ${median(times).toFixed(2)} ms | 2 ms |`);
writeJsonLines(dump, results);

/** The objects in all files of a folder of the data that match. */
function read<Line>(folder: string, isMeant: (line: object) => boolean): Line[] {
  return readdirSync(`${data}/${folder}`)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .flatMap((name) =>
      gunzipSync(readFileSync(`${data}/${folder}/${name}`))
        .toString()
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line))
    .filter(isMeant);
}

async function quoteFor(claim: string, texts: readonly string[], title: string): Promise<string> {
  const passages = texts.map((text) => ({ text, from: 0, to: text.length }));
  const source = { index: 1, title, passages };
  return (await quotesIn(cited(claim, 1), [source]))[0]?.quote ?? '';
}

async function answerFrom(group: readonly WiceClaim[]): Promise<void> {
  const sources = group.map(({ evidence }, at) => {
    const text = evidence.join(' ').slice(0, 1700);
    const passages = [{ text, from: 0, to: text.length }];
    return { index: at + 1, title: '', passages };
  });
  await quotesIn(group.map(({ claim }, at) => cited(claim, at + 1)).join(' '), sources);
}

function quotesIn(markdown: string, sources: readonly EvidenceSource[]) {
  return findQuotes(toStatements(markdown, sources.length), sources, 'en');
}

function cited(claim: string, index: number): string {
  return `${escapeMarkdown(claim.replace(/\[\d+\]/g, ''))} [${index}]`;
}

function share(some: number, all: number): string {
  return ((some / all) * 100).toFixed(1);
}

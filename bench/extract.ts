// How well the main text of pages is read: `npm run bench -- extract --data FOLDER [--sample N] [--dump FILE]`.
// FOLDER has `extraction/SET/pages.jsonl.gz` with `{id, html, text}` per line. The measure is that of the
// article-extraction-benchmark: shares of sequences of four words. `--sample` takes every Nth page, for a first
// look; the dump has one `{set, id, text}` per line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArticle } from '@sayso/article';
import { readPacked, writeJsonLines } from './json-lines.ts';

const KINDS = {
  articles: ['wcxb-article', 'fundus', 'news-2023', 'daniel-2012', 'scripts', 'cleaneval'],
  'other kinds': [
    'wcxb-forum',
    'wcxb-documentation',
    'wcxb-service',
    'wcxb-product',
    'wcxb-listing',
    'wcxb-collection',
  ],
} as const;

type LabelledPage = { readonly id: string; readonly html: string; readonly text: string };

/** The token: a character in scripts without spaces, otherwise a run of letters, digits and underscores. */
const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const TOKEN = new RegExp(`[${DENSE}]|(?:(?![${DENSE}])[\\p{L}\\p{N}_])+`, 'gu');
const SHINGLE_TOKENS = 4;

/** How often each sequence of four tokens occurs. */
function shinglesOf(text: string): ReadonlyMap<string, number> {
  const tokens = text.normalize('NFC').match(TOKEN) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; at <= Math.max(0, tokens.length - SHINGLE_TOKENS) && tokens.length > 0; at++) {
    const shingle = tokens.slice(at, at + SHINGLE_TOKENS).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

const sizeOf = (counts: ReadonlyMap<string, number>) => counts.values().reduce((sum, each) => sum + each, 0);
const mean = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    sample: { type: 'string', default: '1' },
    dump: { type: 'string' },
  },
});
const folder = join(values.data, 'extraction');
if (values.data === '' || !existsSync(folder)) {
  console.error('Give --data FOLDER, where FOLDER/extraction is.');
  process.exit(2);
}

const dump: object[] = [];

/** Precision and recall are means over the pages that have them; the last figure is their harmonic mean. */
async function measureSet(set: string): Promise<readonly [number, number, number]> {
  const precisions: number[] = [];
  const recalls: number[] = [];
  const pages = readPacked<LabelledPage>(join(folder, set), 'pages');
  for (const { id, html, text } of pages.filter((_, at) => at % Number(values.sample) === 0)) {
    const read = (await readArticle(html)).text;
    dump.push({ set, id, text: read });
    const [wanted, returned] = [shinglesOf(text), shinglesOf(read)];
    const shared = wanted
      .entries()
      .reduce((sum, [shingle, count]) => sum + Math.min(count, returned.get(shingle) ?? 0), 0);
    if (returned.size > 0) precisions.push(shared / sizeOf(returned));
    if (wanted.size > 0) recalls.push(shared / sizeOf(wanted));
  }
  const [precision, recall] = [mean(precisions), mean(recalls)];
  return [precision, recall, (2 * precision * recall) / (precision + recall)];
}

console.log('| set | precision | recall | F1 |\n|---|---|---|---|');
const row = (name: string, figures: readonly number[]) =>
  console.log(`| ${[name, ...figures.map((figure) => figure.toFixed(3))].join(' | ')} |`);
for (const [kind, sets] of Object.entries(KINDS)) {
  const figures: (readonly [number, number, number])[] = [];
  for (const set of sets.filter((name) => existsSync(join(folder, name)))) {
    const own = await measureSet(set);
    figures.push(own);
    row(set, own);
  }
  row(
    `**mean of ${kind}**`,
    ([0, 1, 2] as const).map((at) => mean(figures.map((own) => own[at]))),
  );
}
writeJsonLines(values.dump ?? null, dump);

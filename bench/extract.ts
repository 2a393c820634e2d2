// How well and how fast text is extracted from pages: `npm run bench -- extract --data FOLDER`.
// FOLDER contains what bench/extract/read-sets.ts reads. Options:
//   --sets A,B      only these sets
//   --only NAME     only this extractor (such as `whole`, the product), without the measurement of speed
//   --sample N      every Nth page of a set, for a first look
//   --dump FILE     writes one `{set, id, text}` per line, from the whole product
//   --against FILE  compares the whole product with such a dump: differences with their 95 % intervals
//   --score FILE    scores such a dump in place of the whole product
//   --worst N       lists the N pages with the lowest F1
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareReadings } from './extract/compare.ts';
import { EXTRACTORS, type Extractor } from './extract/extractors.ts';
import { scorePage } from './extract/page-score.ts';
import { cpuMsPerPage, pagesPerCpuSecond } from './extract/page-speed.ts';
import { type PageSet, readSets } from './extract/read-sets.ts';
import { printDifferences, printSets, printWorst, type ScoredSet } from './extract/report.ts';
import { scoreSet } from './extract/set-score.ts';
import { createRandom } from './fuzz-time/random.ts';

const PRODUCT = 'whole';
const LARGE_PAGE_CHARS = { from: 200_000, to: 400_000 } as const;

type Dumped = { readonly set: string; readonly id: string; readonly text: string };

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'string', default: '1' },
    dump: { type: 'string' },
    against: { type: 'string' },
    score: { type: 'string' },
    worst: { type: 'string', default: '0' },
  },
});

async function textsOf(sets: readonly PageSet[], extractor: Extractor): Promise<Dumped[]> {
  const texts: Dumped[] = [];
  for (const { name, pages } of sets) {
    for (const { id, html } of pages) texts.push({ set: name, id, text: await extractor(html) });
  }
  return texts;
}

function scoreAll(sets: readonly PageSet[], dumped: readonly Dumped[]): ScoredSet[] {
  const texts = new Map(dumped.map(({ set, id, text }) => [`${set} ${id}`, text] as const));
  return sets.map(({ name, pages: all }) => {
    const pages = all.map((page) => scorePage(page, texts.get(`${name} ${page.id}`) ?? ''));
    return { name, pages, score: scoreSet(pages) };
  });
}

async function tellSpeed(sets: readonly PageSet[]): Promise<void> {
  const html = (sets.find(({ name }) => name === 'article-extraction-benchmark')?.pages ?? []).map(
    (page) => page.html,
  );
  if (html.length === 0) return;
  console.log(`| extractor | pages per CPU second, ${html.length} articles |\n| --- | --- |`);
  for (const [name, extractor] of Object.entries(EXTRACTORS)) {
    console.log(`| ${name} | ${(await pagesPerCpuSecond(html, extractor)).toFixed(0)} |`);
  }
  const older = sets.filter(({ name }) => !name.includes('-20') && !name.startsWith('wcxb'));
  const large = older
    .flatMap(({ pages }) => pages.map((page) => page.html))
    .filter(({ length }) => length >= LARGE_PAGE_CHARS.from && length <= LARGE_PAGE_CHARS.to);
  const timesMs = await cpuMsPerPage(large, productExtractor());
  const at = (share: number) => (timesMs[Math.floor((timesMs.length - 1) * share)] ?? Number.NaN).toFixed(1);
  console.log(
    `\nPages of 200 to 400 thousand characters (${large.length}): median ${at(0.5)} ms CPU (goal 25), ` +
      `95th percentile ${at(0.95)} ms (goal 100).`,
  );
}

function productExtractor(): Extractor {
  const extractor = EXTRACTORS[PRODUCT];
  if (extractor === undefined) throw new Error(`there is no extractor named ${PRODUCT}`);
  return extractor;
}

function readDump(file: string): Dumped[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): Dumped => JSON.parse(line));
}

const names = (values.sets ?? '').split(',').filter(Boolean);
const everyNth = Math.max(1, Number(values.sample) || 1);
const data = values.data ?? '';
const sets = (data !== '' && existsSync(data) ? readSets(data, names) : []).map(({ name, pages }) => ({
  name,
  pages: pages.filter((_, at) => at % everyNth === 0),
}));
if (sets.length === 0) {
  console.error('Give --data FOLDER with the sets that bench/extract/read-sets.ts names.');
  process.exit(2);
}

for (const [name, extractor] of Object.entries(EXTRACTORS)) {
  if (name !== PRODUCT && values.only !== undefined && name !== values.only) continue;
  if (name === PRODUCT && values.only !== undefined && values.only !== PRODUCT) continue;
  console.log(`## ${name}\n`);
  const isScored = name === PRODUCT && values.score !== undefined;
  const dumped = isScored ? readDump(values.score ?? '') : await textsOf(sets, extractor);
  const scored = scoreAll(sets, dumped);
  printSets(scored);
  if (name !== PRODUCT) continue;
  if (values.against !== undefined) {
    const before = scoreAll(sets, readDump(values.against));
    const pairs = scored.map(({ name, pages }, at) => ({
      name,
      before: before[at]?.pages ?? [],
      after: pages,
    }));
    printDifferences(compareReadings(pairs, createRandom(1)));
  }
  printWorst(scored, Number(values.worst));
  if (values.dump !== undefined)
    writeFileSync(values.dump, dumped.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
if (values.only === undefined) await tellSpeed(sets);

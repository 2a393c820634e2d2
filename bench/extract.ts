// How well and how fast articles are extracted from pages: `npm run bench:extract -- --data FOLDER [--dump
// FILE]`. FOLDER contains `article-extraction-benchmark` (ground-truth.json, html/ID.html.gz),
// `trafilatura-eval` (evaldata.json, html.tar.xz), or both. The dump has one `{id, text}` per line, from the
// whole product, for the pages of both.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ArticlePage, readArticlePages } from './extract/article-pages.ts';
import { EXTRACTORS, type Extractor } from './extract/extractors.ts';
import { cpuMsPerPage, pagesPerCpuSecond } from './extract/page-speed.ts';
import { readSegmentPages, type SegmentPage } from './extract/segment-pages.ts';
import { overAllSegments, scoreSegments } from './extract/segment-score.ts';
import { type F1, meanOverPages, scoreShingles } from './extract/shingle-score.ts';

const LARGE_PAGE_CHARS = { from: 200_000, to: 400_000 } as const;
const dump: string[] = [];

async function textsOf(
  pages: readonly { readonly id: string; readonly html: string }[],
  name: string,
  extractor: Extractor,
): Promise<string[]> {
  const texts: string[] = [];
  for (const { id, html } of pages) {
    const text = await extractor(html);
    texts.push(text);
    if (name === 'whole') dump.push(JSON.stringify({ id, text }));
  }
  return texts;
}

function toRow(name: string, { precision, recall, f1 }: F1, last: string | number): string {
  return `| ${name} | ${[precision, recall, f1].map((figure) => figure.toFixed(3)).join(' | ')} | ${last} |`;
}

async function tellArticles(pages: readonly ArticlePage[]): Promise<void> {
  console.log(`\narticle-extraction-benchmark, ${pages.length} pages: four-word shingles\n`);
  console.log(
    '| extractor | precision | recall | F1 | pages per CPU second |\n| --- | --- | --- | --- | --- ' +
      '|\n| goal | | | 0.985 | 300 (fast path) |',
  );
  const html = pages.map((page) => page.html);
  for (const [name, extractor] of Object.entries(EXTRACTORS)) {
    const texts = await textsOf(pages, name, extractor);
    const score = meanOverPages(pages.map(({ wanted }, at) => scoreShingles(wanted, texts[at] ?? '')));
    console.log(toRow(name, score, (await pagesPerCpuSecond(html, extractor)).toFixed(0)));
  }
}

async function tellSegments(pages: readonly SegmentPage[]): Promise<void> {
  console.log(
    `\ntrafilatura's evaluation, ${pages.length} pages: segments that must and must not be there\n`,
  );
  console.log(
    '| extractor | precision | recall | F1 | pages without text |\n| --- | --- | --- | --- | --- |\n| ' +
      'goal | | | 0.925 | |',
  );
  for (const [name, extractor] of Object.entries(EXTRACTORS)) {
    const texts = await textsOf(pages, name, extractor);
    const score = overAllSegments(pages.map((page, at) => scoreSegments(page, texts[at] ?? '')));
    console.log(toRow(name, score, texts.filter((text) => text === '').length));
  }
}

async function tellLargePages(html: readonly string[]): Promise<void> {
  const large = html.filter(({ length }) => length >= LARGE_PAGE_CHARS.from && length <= LARGE_PAGE_CHARS.to);
  const { whole } = EXTRACTORS;
  if (whole === undefined || large.length === 0) return;
  const timesMs = await cpuMsPerPage(large, whole);
  const at = (share: number) => (timesMs[Math.floor((timesMs.length - 1) * share)] ?? Number.NaN).toFixed(1);
  console.log(
    `\nPages of 200 to 400 thousand characters (${large.length}): median ${at(0.5)} ms CPU (goal 25), ` +
      `95th percentile ${at(0.95)} ms (goal 100).`,
  );
}

const { values } = parseArgs({ options: { data: { type: 'string' }, dump: { type: 'string' } } });
const data = values.data ?? '';
const folders = ['article-extraction-benchmark', 'trafilatura-eval'].map((name) => join(data, name));
const [articles = '', segments = ''] = folders;
if (data === '' || !folders.some(existsSync)) {
  console.error(
    'Give --data FOLDER; it holds article-extraction-benchmark (ground-truth.json, html/ID.html.gz) ' +
      'and trafilatura-eval (evaldata.json, html.tar.xz).',
  );
  process.exit(2);
}

const articlePages = existsSync(articles) ? readArticlePages(articles) : [];
const segmentPages = existsSync(segments) ? readSegmentPages(segments) : [];
if (articlePages.length > 0) await tellArticles(articlePages);
if (segmentPages.length > 0) await tellSegments(segmentPages);
await tellLargePages([...articlePages, ...segmentPages].map(({ html }) => html));
if (values.dump !== undefined) writeFileSync(values.dump, `${dump.join('\n')}\n`);

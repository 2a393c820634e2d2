// How well and how fast the article is taken out of pages: `npm run bench:extract -- --data FOLDER [--dump FILE]`. FOLDER holds
// `article-extraction-benchmark`: ground-truth.json, html/ID.html.gz.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { findArticle, toText } from '../src/read/article.ts';
import { holdsNoText } from '../src/read/boilerplate.ts';
import { extract } from '../src/read/extract.ts';
import { parseHtml, textOf } from '../src/read/html-tree.ts';
import { toPart } from '../src/read/part.ts';
import { readableBlocks } from '../src/read/readable.ts';
import { createSeeing } from '../src/read/seeing.ts';
import { meanOverPages, scoreShingles } from './extract/shingle-score.ts';

type Truth = Readonly<Record<string, { readonly articleBody: string }>>;
type Sample = { readonly id: string; readonly html: string; readonly wanted: string };

const EXTRACTORS: Readonly<Record<string, (html: string) => string | Promise<string>>> = {
  'all text': (html) => textOf(parseHtml(html)),
  'Readability on linkedom': (html) => toText(readableBlocks(toPart(parseHtml(html), holdsNoText))),
  'fast path': (html) => {
    const tree = parseHtml(html);
    return toText(findArticle(toPart(tree, holdsNoText), createSeeing(tree)).blocks);
  },
  'fast path, hidden text left in': (html) =>
    toText(findArticle(toPart(parseHtml(html), holdsNoText), (part) => part).blocks),
  'whole: extract': async (html) => (await extract(html)).text,
};

const { values } = parseArgs({ options: { data: { type: 'string' }, dump: { type: 'string' } } });
const folder = join(values.data ?? '', 'article-extraction-benchmark');
if (values.data === undefined || !existsSync(folder)) {
  console.error(
    'Give --data FOLDER with article-extraction-benchmark in it: ground-truth.json and html/ID.html.gz.',
  );
  process.exit(2);
}

const truth: Truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8'));
const samples = Object.entries(truth).map(([id, { articleBody }]): Sample => {
  const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8');
  return { id, html, wanted: articleBody };
});

console.log(
  '| extractor | precision | recall | F1 | pages per CPU second |\n| --- | --- | --- | --- | --- |',
);
for (const [name, run] of Object.entries(EXTRACTORS)) {
  for (const { html } of samples.slice(0, 20)) await run(html);
  const before = process.cpuUsage();
  const texts: string[] = [];
  for (const { html } of samples) texts.push(await run(html));
  const { user, system } = process.cpuUsage(before);
  const scores = samples.map(({ wanted }, at) => scoreShingles(wanted, texts[at] ?? ''));
  const { precision, recall, f1 } = meanOverPages(scores);
  const figures = [precision, recall, f1].map((figure) => figure.toFixed(3)).join(' | ');
  console.log(`| ${name} | ${figures} | ${(samples.length / ((user + system) / 1e6)).toFixed(0)} |`);
  if (values.dump !== undefined && name.startsWith('whole'))
    writeFileSync(
      values.dump,
      samples.map(({ id }, at) => `${JSON.stringify({ id, text: texts[at] })}\n`).join(''),
    );
}
console.log('\nGoal: F1 of the whole at least 0.985; fast path at least 300 pages per CPU second.');

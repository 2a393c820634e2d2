// How safely, how correctly and how fast answers become HTML: `npm run bench -- html --data FOLDER [--dump
// FILE] [--input FILE] [--browser]`. With `--browser`, 500 of the hostile answers are also shown in Chromium.
import Parser from 'markdown-it';
import { remark } from 'remark';
import gfm from 'remark-gfm';
import type { Source } from '../src/core/source.ts';
import { createSentenceStream } from '../src/lib/speech/index.ts';
import { render } from '../src/render/render.ts';
import { ANSWER } from './html/answer.ts';
import { readAttacks } from './html/attacks.ts';
import { findActive } from './html/audit.ts';
import { runInBrowser } from './html/in-browser.ts';
import { SHAPES } from './html/shapes.ts';
import { readExamples, structureOf } from './html/structure.ts';
import { median } from './statistics.ts';
import { readArguments } from './text/arguments.ts';
import { cpuMs } from './text/cpu.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';

const sources: readonly Source[] = [1, 2, 3].map((index) => ({
  index,
  url: `https://source-${index}.example/`,
  title: `Source ${index}`,
  snippet: '',
  passages: [],
}));
const parser = new Parser({ html: false, linkify: true });
const commonMark = new Parser('commonmark', { html: false });
const toHtml = (markdown: string) => render(markdown, sources, 'en').html;

const BROWSER_PAGES = 500;

const { data, dump, input, browser } = readArguments('xss');
if (input !== null) {
  const texts = readJsonLines<{ id: string; markdown: string }>(input);
  writeJsonLines(
    dump,
    texts.map(({ id, markdown }) => ({ id, html: toHtml(markdown) })),
  );
  process.exit(0);
}

const attacks = await readAttacks(`${data}/xss`);
const active = attacks.filter((markdown) => findActive(toHtml(markdown)).length > 0).length;
const every = Math.floor(attacks.length / BROWSER_PAGES);
const some = attacks.filter((_, at) => at % every === 0).slice(0, BROWSER_PAGES);
const shown = browser ? await runInBrowser(some.map(toHtml)) : null;
// The active parts that a browser would find: the same texts as if they were HTML.
const unsafe = browser ? await runInBrowser(some) : null;
const activeParser = attacks.filter((markdown) => findActive(parser.render(markdown)).length > 0).length;

const examples = [
  ...readExamples(`${data}/commonmark/commonmark-spec.txt`, 'commonmark', 'all'),
  ...readExamples(`${data}/commonmark/gfm-spec.txt`, 'gfm', 'extensions'),
];
const isTrue = (html: string, expected: string) => structureOf(html) === structureOf(expected);
const ours = examples.filter(({ markdown, html }) => isTrue(toHtml(markdown), html));
const theirs = examples.filter(({ markdown, html }) => isTrue(commonMark.render(markdown), html));
const worse = theirs.filter((example) => !ours.includes(example));

const share = median(
  Array.from(
    { length: 7 },
    () => rateOf(() => render(ANSWER, sources, 'en')) / rateOf(() => parser.render(ANSWER)),
  ),
);
const [slowest = ['', 0]] = Object.entries(SHAPES)
  .map(([name, text]): [string, number] => [name, median([0, 0, 0].map(() => spentOn(text)))])
  .sort(([, one], [, other]) => other - one);
const remarkMs = cpuMs(() =>
  remark()
    .use(gfm)
    .parse(`${'*a **a '.repeat(600)}b${' a** a*'.repeat(600)}`),
);
const firstMs = median(Array.from({ length: 50 }, firstSentenceMs));

console.log(
  [
    '| figure | product | markdown-it | goal |',
    '|---|---|---|---|',
    `| active content in ${attacks.length} hostile answers | ${active} | ${activeParser} (images among ` +
      'them) | 0 |',
    ...(shown === null
      ? []
      : [
          `| active in Chromium, of ${shown.pages} of these | ${shown.active} | as HTML: ` +
            `${unsafe?.active} | 0 |`,
        ]),
    `| examples with the structure of the specification, of ${examples.length} | ${ours.length} | ` +
      `${theirs.length} | |`,
    `| true with the parser alone | ${worse.length} | | 0 |`,
    `| HTML and speech of an answer, share of the parser's HTML alone | ${share.toFixed(2)} | 1 | at ` +
      'least 0.35 |',
    `| slowest hostile text of 60 KB, median of 3 (${slowest[0]}) | ${slowest[1].toFixed(0)} ms | ` +
      `remark, 8 KB: ${remarkMs.toFixed(0)} ms | at most 50 ms |`,
    `| first sentence behind its end, median of 50 | ${firstMs.toFixed(2)} ms | | at most 5 ms |`,
    ...(worse.length === 0 ? [] : ['', `Not true: ${worse.map(({ id }) => id).join(' ')}`]),
  ].join('\n'),
);
writeJsonLines(
  dump,
  examples.map(({ id, markdown }) => ({ id, html: toHtml(markdown) })),
);
process.exit(
  active === 0 &&
    (shown?.active ?? 0) === 0 &&
    worse.length === 0 &&
    share >= 0.35 &&
    slowest[1] <= 50 &&
    firstMs <= 5
    ? 0
    : 1,
);

function spentOn(text: string): number {
  return cpuMs(() => render(text, sources, 'en'));
}

/** Answers per second of processor time. */
function rateOf(work: () => unknown): number {
  const rounds = 300;
  const spentMs = cpuMs(() => {
    for (let round = 0; round < rounds; round++) work();
  });
  return (rounds / spentMs) * 1000;
}

/** Milliseconds for the push, word by word, that returns the first sentence of a paragraph. */
function firstSentenceMs(): number {
  const stream = createSentenceStream(sources.length, 'en');
  let spentMs = 0;
  for (const piece of ANSWER.slice(ANSWER.indexOf('The old')).match(/\s*\S+/g) ?? []) {
    let told: readonly string[] = [];
    const before = performance.now();
    told = stream.push(piece);
    spentMs = performance.now() - before;
    if (told.length > 0) return spentMs;
  }
  return Number.POSITIVE_INFINITY;
}

// How safely and how fast answers become HTML: `npm run bench -- html --data FOLDER`, where FOLDER/xss has lists of
// hostile texts.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Parser from 'markdown-it';
import type { Source } from '../src/core/source.ts';
import { render } from '../src/render/render.ts';
import { ANSWER } from './html/answer.ts';
import { readAttacks } from './html/attacks.ts';
import { findActive } from './html/audit.ts';
import { cpuOf, median } from './statistics.ts';
import { printLines } from './table.ts';

const ROUNDS = 300;
const LEAST_SPEED = 0.35;

const sources: readonly Source[] = [1, 2, 3].map((index) => ({
  index,
  url: `https://source-${index}.example/`,
  title: `Source ${index}`,
  snippet: '',
  passages: [],
}));
const parser = new Parser({ html: false, linkify: true });

const { values } = parseArgs({ options: { data: { type: 'string', default: '' } } });
const folder = `${values.data}/xss`;
if (!existsSync(folder)) {
  console.error('This bench needs its data: --data FOLDER, where FOLDER/xss is.');
  process.exit(2);
}
const attacks = await readAttacks(folder);
const activeIn = (toHtml: (markdown: string) => string) =>
  attacks.filter((markdown) => findActive(toHtml(markdown)).length > 0).length;
const active = activeIn((markdown) => render(markdown, sources, 'en').html);

const costOf = (work: () => unknown) =>
  cpuOf(() => {
    for (let round = 0; round < ROUNDS; round++) work();
  });
const speed = median(
  Array.from(
    { length: 7 },
    () => costOf(() => parser.render(ANSWER)) / costOf(() => render(ANSWER, sources, 'en')),
  ),
);
const isMet = printLines([
  {
    name: `active content in ${attacks.length} hostile answers`,
    value: `${active}; ${activeIn((markdown) => parser.render(markdown))} with markdown-it alone`,
    goal: '0',
    isMet: active === 0,
  },
  {
    name: "speed of HTML and speech, relative to the parser's HTML alone",
    value: speed.toFixed(2),
    goal: `at least ${LEAST_SPEED}`,
    isMet: speed >= LEAST_SPEED,
  },
]);
process.exit(isMet ? 0 : 1);

import { NAME_LINES, type NameWords } from './name-words.ts';
import { PAGE_KINDS, type PageView } from './page-view.ts';
import { linkShare, type Part } from './part.ts';
import { type BlockPlace, KINDS } from './placed-blocks.ts';
import type { RunningSums } from './running-sums.ts';
import type { SeenBlock } from './seen-blocks.ts';

/** Measures a trait of the block at a position. */
type Measure = (block: SeenBlock, at: number, view: PageView) => number;

const TAGS = 'p div li td tr h1 h2 h3 h4 dt dd pre blockquote figcaption'.split(' ');
const TAG_NUMBERS: ReadonlyMap<string, number> = new Map(TAGS.map((tag, at) => [tag, at + 1]));
const LEVELS = [0, 1, 2, 3];

const OF_TEXT: readonly (readonly [string, Measure])[] = [
  ['characters', ({ chars }) => log(chars)],
  ['words', ({ marks }) => log(marks.words)],
  ['link share', ({ linkShare }) => linkShare],
  ['tag', ({ block }) => TAG_NUMBERS.get(block.tag) ?? 0],
  ['ends like a sentence', ({ isEnded }) => Number(isEnded)],
  ['ends with an ellipsis', ({ text }) => Number(/(?:…|\.\.\.)$/.test(text))],
  ['bold share', ({ block, chars }) => share(block.boldChars, chars)],
  ['commas', ({ marks, chars }) => 100 * share(marks.commas, chars)],
  ['stops', ({ marks, chars }) => 100 * share(marks.stops, chars)],
  ['digits', ({ marks, chars }) => share(marks.digits, chars)],
  ['capitals', ({ marks, chars }) => share(marks.capitals, chars)],
  ['has a price', ({ text }) => Number(/[$€£¥₹]\s?\d|\d\s?(?:€|zł|kr|USD|EUR)/.test(text))],
  ['has a year', ({ text }) => Number(/\b(?:19|20)\d\d\b/.test(text))],
  ['has a copyright sign', ({ text }) => Number(text.includes('©'))],
  ['has a separator', ({ text }) => Number(/[|»›>]/.test(text))],
  ['leads elsewhere', ({ callsAway }) => Number(callsAway)],
  ['is under a line that leads elsewhere', ({ isUnderCall }) => Number(isUnderCall)],
  ['share repeated earlier', ({ earlier }) => earlier],
  ['share repeated later', ({ later }) => later],
  ['times on the page', ({ text }, _, { counts }) => counts.get(text) ?? 1],
  ['begins the title', ({ beginsTitle }) => Number(beginsTitle)],
  ['begins the description', ({ beginsDescription }) => Number(beginsDescription)],
];

const OF_PLACE: readonly (readonly [string, Measure])[] = [
  ['position among blocks', (_, at, { blocks }) => at / blocks.length],
  ['blocks after the headline', (_, at, { headline }) => (headline < 0 ? 0 : clamp(at - headline, -20, 50))],
  ['blocks outside the main part', (_, at, view) => clamp(outsideMain(at, view), -20, 20)],
  ['stays without boxes', ({ stays }) => Number(stays)],
  ['elements off the way to the main part', ({ hops }) => hops],
  ['is in the main part', ({ isInMain }) => Number(isInMain)],
  ['names around of boilerplate', ({ around }) => around],
  ['own name of boilerplate', ({ isNamed }) => Number(isNamed)],
  ['depth', ({ block }) => block.place.depth],
  ['twins', ({ block }) => log(block.place.twins)],
  ['most twins', ({ block }) => log(block.place.most.twins)],
  ['levels to most twins', ({ block }) => block.place.depth - block.place.most.depth],
  ['characters of a twin', ({ block }) => log(block.place.most.part.chars)],
  ['link share of a twin', ({ block }) => linkShare(block.place.most.part)],
  ['prose share of a twin', ({ block }) => proseShare(block.place.most.part)],
  ['share of all twins', ({ block }, _, { chars }) => twinsShare(block.place.most, chars)],
  ['blocks of its path', (block, _, view) => log(groupOf(block, view).blocks)],
  ['share of its path', (block, _, view) => share(groupOf(block, view).chars, view.chars)],
  ['link share of its path', (block, _, view) => ofGroup(block, view, ({ linkChars }) => linkChars)],
  ['mean length in its path', (block, _, view) => meanLength(block, view)],
  ...LEVELS.flatMap((level): (readonly [string, Measure])[] => [
    [`characters, level ${level}`, atLevel(level, ({ chars }) => log(chars))],
    [`link share, level ${level}`, atLevel(level, linkShare)],
    [`prose share, level ${level}`, atLevel(level, proseShare)],
    [
      `share of the prose, level ${level}`,
      atLevel(level, (part, page) => share(part.proseChars, page.proseChars)),
    ],
  ]),
  ...KINDS.map((names, bit): readonly [string, Measure] => [
    `in ${names[0]}`,
    ({ block }) => (block.place.kinds >>> bit) & 1,
  ]),
];

const OF_NEIGHBOURS: readonly (readonly [string, Measure])[] = [
  ...[-2, -1, 1, 2].flatMap((offset): (readonly [string, Measure])[] => [
    [`characters at ${offset}`, beside(offset, ({ chars }) => log(chars))],
    [`link share at ${offset}`, beside(offset, ({ linkShare }) => linkShare)],
    [`ends like a sentence at ${offset}`, beside(offset, ({ isEnded }) => Number(isEnded))],
    [`tag at ${offset}`, beside(offset, ({ block }) => TAG_NUMBERS.get(block.tag) ?? 0)],
    [`stays at ${offset}`, beside(offset, ({ stays }) => Number(stays))],
    [`off the way at ${offset}`, beside(offset, ({ hops }) => hops)],
    [`leads elsewhere at ${offset}`, beside(offset, ({ callsAway }) => Number(callsAway))],
  ]),
  ...[
    [-4, -1],
    [1, 4],
    [-10, 10],
  ].flatMap(([from = 0, to = 0]): (readonly [string, Measure])[] => [
    [`characters from ${from} to ${to}`, around(from, to, (sumOf) => log(sumOf('chars')))],
    [
      `link share from ${from} to ${to}`,
      around(from, to, (sumOf) => share(sumOf('linkChars'), sumOf('chars'))),
    ],
    [`staying from ${from} to ${to}`, around(from, to, (sumOf, count) => share(sumOf('staying'), count))],
    [`sentences from ${from} to ${to}`, around(from, to, (sumOf) => sumOf('sentences'))],
  ]),
];

const OF_PAGE: readonly (readonly [string, Measure])[] = [
  ['characters of the page', (_block, _at, { chars }) => log(chars)],
  ['link share of the page', (_block, _at, { linkChars, chars }) => share(linkChars, chars)],
  ['prose share of the page', (_block, _at, { page }) => proseShare(page)],
  ['blocks of the page', (_block, _at, { blocks }) => log(blocks.length)],
  ['longest block of the page', (_block, _at, { longestChars, chars }) => share(longestChars, chars)],
  ['main part of the page', (_block, _at, { mainChars, chars }) => share(mainChars, chars)],
  [
    'largest path of the page',
    (_block, _at, { largestGroupChars, chars }) => share(largestGroupChars, chars),
  ],
  ['articles of the page', (_block, _at, { articles }) => log(articles)],
  ['most twins of the page', (_block, _at, { mostTwins }) => log(mostTwins)],
  ...PAGE_KINDS.map((kind): readonly [string, Measure] => [
    `declared as ${kind}`,
    (_block, _at, { kinds }) => Number(kinds.has(kind)),
  ]),
];

const OF_NAMES: readonly (readonly [string, Measure])[] = NAME_LINES.flatMap((line, at) => {
  const word = line.split(' ', 1)[0];
  return [
    [`name around: ${word}`, ({ block }: SeenBlock) => has(block.place.all, at)],
    [`name nearby: ${word}`, ({ block }: SeenBlock) => has(block.place.near, at) | has(block.inside, at)],
  ] as const;
});

/** All traits of a block, by name. The forest uses some of them. */
export const TRAITS: ReadonlyMap<string, Measure> = new Map([
  ...OF_TEXT,
  ...OF_PLACE,
  ...OF_NEIGHBOURS,
  ...OF_PAGE,
  ...OF_NAMES,
]);

/** Lengths and numbers are measured by their order of magnitude, in quarters of a power of two. */
function log(number: number): number {
  return LOGS[number] ?? magnitudeOf(number);
}

function magnitudeOf(number: number): number {
  return Math.round(Math.log2(1 + number) * 4) / 4;
}

/** Most numbers are small and whole, and a logarithm takes longer than everything else for a trait. */
const LOGS = Float32Array.from({ length: 2_000 }, (_, number) => magnitudeOf(number));

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function clamp(number: number, from: number, to: number): number {
  return Math.max(from, Math.min(to, number));
}

function has({ low, high }: NameWords, line: number): number {
  return line < 31 ? (low >>> line) & 1 : (high >>> (line - 31)) & 1;
}

function outsideMain(at: number, { mainFrom, mainTo }: PageView): number {
  if (mainFrom < 0) return 0;
  return at < mainFrom ? at - mainFrom : Math.max(0, at - mainTo);
}

function proseShare({ proseChars, chars }: Part): number {
  return share(proseChars, chars);
}

function twinsShare({ part, twins }: BlockPlace, chars: number): number {
  return share(part.chars * twins, chars);
}

function groupOf({ block }: SeenBlock, { groups }: PageView) {
  return groups.get(block.place.path) ?? { blocks: 1, chars: 0, linkChars: 0 };
}

function ofGroup(
  block: SeenBlock,
  view: PageView,
  part: (group: ReturnType<typeof groupOf>) => number,
): number {
  const group = groupOf(block, view);
  return share(part(group), group.chars);
}

function meanLength(block: SeenBlock, view: PageView): number {
  const { chars, blocks } = groupOf(block, view);
  return log(chars / blocks);
}

function atLevel(level: number, measure: (part: Part, page: Part) => number): Measure {
  return ({ block }, _, { page }) => {
    let place: BlockPlace | null = block.place;
    for (let up = 0; up < level && place !== null; up++) place = place.outer;
    return place === null ? -1 : measure(place.part, page);
  };
}

function beside(offset: number, measure: (block: SeenBlock) => number): Measure {
  return (_, at, { blocks }) => {
    const other = blocks[at + offset];
    return other === undefined ? -1 : measure(other);
  };
}

type SumOf = (of: keyof RunningSums) => number;

/** Measures a block's neighbours in a range of offsets, without the block itself. */
function around(from: number, to: number, measure: (sumOf: SumOf, count: number) => number): Measure {
  const isInside = from < 0 && to > 0;
  let [start, end, own] = [0, 0, 0];
  let sums: RunningSums;
  // All blocks share one function: a new one for each block took a quarter of the memory used for judging.
  const sumOf: SumOf = (of) => {
    const list = sums[of];
    const ofBlock = isInside ? (list[own + 1] ?? 0) - (list[own] ?? 0) : 0;
    return (list[Math.max(start, end)] ?? 0) - (list[start] ?? 0) - ofBlock;
  };
  return (_, at, view) => {
    start = Math.max(0, at + from);
    end = Math.max(0, Math.min(view.blocks.length, at + to + 1));
    own = at;
    sums = view.sums;
    return measure(sumOf, Math.max(0, end - start) - Number(isInside));
  };
}

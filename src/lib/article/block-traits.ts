import { magnitude } from './magnitude.ts';
import { NAME_LINES, type NameWords } from './name-words.ts';
import { NEIGHBOUR_TRAITS } from './neighbour-traits.ts';
import { type Group, PAGE_KINDS, type PageView } from './page-view.ts';
import { linkShare, type Part } from './part.ts';
import { type BlockPlace, KINDS } from './placed-blocks.ts';
import { share } from './share.ts';
import { TAG_NUMBERS } from './tag-numbers.ts';
import type { Subject, TraitGroup } from './trait-rows.ts';

type Traits = TraitGroup<PageView>;

const LEVELS = [0, 1, 2, 3];
const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|zł|kr|USD|EUR)/;
const YEAR = /\b(?:19|20)\d\d\b/;
const SEPARATOR = /[|»›>]/;
const NO_GROUP: Group = { blocks: 1, chars: 0, linkChars: 0 };

const OF_TEXT: readonly Traits[] = [
  {
    names: [
      'characters',
      'words',
      'link share',
      'tag',
      'ends like a sentence',
      'ends with an ellipsis',
      'bold share',
      'commas',
      'stops',
      'digits',
      'capitals',
    ],
    ofBlock(row, to, { block: { block, text, chars, marks, linkShare, isEnded } }) {
      let next = to;
      row[next++] = magnitude(chars);
      row[next++] = magnitude(marks.words);
      row[next++] = linkShare;
      row[next++] = TAG_NUMBERS.get(block.tag) ?? 0;
      row[next++] = Number(isEnded);
      row[next++] = Number(text.endsWith('…') || text.endsWith('...'));
      row[next++] = share(block.boldChars, chars);
      row[next++] = 100 * share(marks.commas, chars);
      row[next++] = 100 * share(marks.stops, chars);
      row[next++] = share(marks.digits, chars);
      row[next++] = share(marks.capitals, chars);
    },
  },
  single('has a price', ({ block }) => PRICE.test(block.text)),
  single('has a year', ({ block }) => YEAR.test(block.text)),
  single('has a copyright sign', ({ block }) => block.text.includes('©')),
  single('has a separator', ({ block }) => SEPARATOR.test(block.text)),
  {
    names: [
      'leads elsewhere',
      'is under a line that leads elsewhere',
      'share repeated earlier',
      'share repeated later',
      'times on the page',
      'begins the title',
      'begins the description',
    ],
    ofBlock(row, to, { block, view }) {
      let next = to;
      row[next++] = Number(block.callsAway);
      row[next++] = Number(block.isUnderCall);
      row[next++] = block.earlier;
      row[next++] = block.later;
      row[next++] = view.counts.get(block.text) ?? 1;
      row[next++] = Number(block.beginsTitle);
      row[next++] = Number(block.beginsDescription);
    },
  },
];

const OF_PLACE: readonly Traits[] = [
  {
    names: [
      'position among blocks',
      'blocks after the headline',
      'blocks outside the main part',
      'stays without boxes',
      'elements off the way to the main part',
      'is in the main part',
      'names around of boilerplate',
      'own name of boilerplate',
    ],
    ofBlock(row, to, { block, at, view }) {
      let next = to;
      row[next++] = at / view.blocks.length;
      row[next++] = view.headline < 0 ? 0 : clamp(at - view.headline, -20, 50);
      row[next++] = clamp(outsideMain(at, view), -20, 20);
      row[next++] = Number(block.stays);
      row[next++] = block.hops;
      row[next++] = Number(block.isInMain);
      row[next++] = block.around;
      row[next++] = Number(block.isNamed);
    },
  },
  {
    names: [
      'depth',
      'twins',
      'most twins',
      'levels to most twins',
      'characters of a twin',
      'link share of a twin',
      'prose share of a twin',
      'share of all twins',
    ],
    ofBlock(row, to, { block: { block }, view }) {
      const { depth, twins, most } = block.place;
      let next = to;
      row[next++] = depth;
      row[next++] = magnitude(twins);
      row[next++] = magnitude(most.twins);
      row[next++] = depth - most.depth;
      row[next++] = magnitude(most.part.chars);
      row[next++] = linkShare(most.part);
      row[next++] = proseShare(most.part);
      row[next++] = share(most.part.chars * most.twins, view.chars);
    },
  },
  {
    names: ['blocks of its path', 'share of its path', 'link share of its path', 'mean length in its path'],
    ofBlock(row, to, { block: { block }, view }) {
      const { blocks, chars, linkChars } = view.groups.get(block.place.path) ?? NO_GROUP;
      let next = to;
      row[next++] = magnitude(blocks);
      row[next++] = share(chars, view.chars);
      row[next++] = share(linkChars, chars);
      row[next++] = magnitude(chars / blocks);
    },
  },
  ...LEVELS.map(ofLevel),
  ...KINDS.map(([name], bit) =>
    single(`in ${name}`, ({ block: { block } }) => (block.place.kinds >>> bit) & 1),
  ),
];

/** The traits of the element that is a number of levels above a block. */
function ofLevel(level: number): Traits {
  return {
    names: [
      `characters, level ${level}`,
      `link share, level ${level}`,
      `prose share, level ${level}`,
      `share of the prose, level ${level}`,
    ],
    ofBlock(row, to, { block: { block }, view }) {
      let place: BlockPlace | null = block.place;
      for (let up = 0; up < level && place !== null; up++) place = place.outer;
      if (place === null) {
        row.fill(-1, to, to + this.names.length);
        return;
      }
      const { part } = place;
      let next = to;
      row[next++] = magnitude(part.chars);
      row[next++] = linkShare(part);
      row[next++] = proseShare(part);
      row[next++] = share(part.proseChars, view.page.proseChars);
    },
  };
}

const OF_PAGE: Traits = {
  names: [
    'characters of the page',
    'link share of the page',
    'prose share of the page',
    'blocks of the page',
    'longest block of the page',
    'main part of the page',
    'largest path of the page',
    'articles of the page',
    'most twins of the page',
    ...PAGE_KINDS.map((kind) => `declared as ${kind}`),
  ],
  ofPage(row, to, view) {
    let next = to;
    row[next++] = magnitude(view.chars);
    row[next++] = share(view.linkChars, view.chars);
    row[next++] = proseShare(view.page);
    row[next++] = magnitude(view.blocks.length);
    row[next++] = share(view.longestChars, view.chars);
    row[next++] = share(view.mainChars, view.chars);
    row[next++] = share(view.largestGroupChars, view.chars);
    row[next++] = magnitude(view.articles);
    row[next++] = magnitude(view.mostTwins);
    for (const kind of PAGE_KINDS) row[next++] = Number(view.kinds.has(kind));
  },
};

const OF_NAMES: readonly Traits[] = NAME_LINES.flatMap((line, at) => {
  const word = line.split(' ', 1)[0];
  return [
    single(`name around: ${word}`, ({ block: { block } }) => has(block.place.all, at)),
    single(
      `name nearby: ${word}`,
      ({ block: { block } }) => has(block.place.near, at) | has(block.inside, at),
    ),
  ];
});

/** A trait that is measured alone, because it is costly and rarely used. */
function single(name: string, measure: (subject: Subject<PageView>) => number | boolean): Traits {
  return {
    names: [name],
    ofBlock(row, to, subject) {
      row[to] = Number(measure(subject));
    },
  };
}

/** All traits of a block. The forest uses some of them. */
export const BLOCK_TRAITS: readonly Traits[] = [
  ...OF_TEXT,
  ...OF_PLACE,
  ...NEIGHBOUR_TRAITS,
  OF_PAGE,
  ...OF_NAMES,
];

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

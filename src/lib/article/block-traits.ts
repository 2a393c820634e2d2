import { magnitude } from './magnitude.ts';
import { NAME_LINES } from './name-words.ts';
import { NEIGHBOUR_TRAITS } from './neighbour-traits.ts';
import type { Group, PageView } from './page-view.ts';
import { linkShare, type Part } from './part.ts';
import { type BlockPlace, KINDS } from './placed-blocks.ts';
import { share } from './share.ts';
import type { Subject, TraitGroup } from './trait-rows.ts';

type Traits = TraitGroup<PageView>;

/** The tags of blocks as numbers; 0 stands for all others. */
const TAG_NUMBERS: ReadonlyMap<string, number> = new Map(
  'p div li td tr h1 h2 h3 h4 dt dd pre blockquote figcaption'.split(' ').map((tag, at) => [tag, at + 1]),
);
const LEVELS = [0, 1, 2, 3];
const NO_GROUP: Group = { blocks: 1, chars: 0, linkChars: 0 };

const OF_TEXT: readonly Traits[] = [
  {
    names: ['characters', 'words', 'link share', 'tag', 'ends like a sentence', 'stops', 'capitals'],
    ofBlock(row, to, { block: { block, chars, marks, linkShare, isEnded } }) {
      let next = to;
      row[next++] = magnitude(chars);
      row[next++] = magnitude(marks.words);
      row[next++] = linkShare;
      row[next++] = TAG_NUMBERS.get(block.tag) ?? 0;
      row[next++] = Number(isEnded);
      row[next++] = 100 * share(marks.stops, chars);
      row[next++] = share(marks.capitals, chars);
    },
  },
  {
    names: [
      'leads elsewhere',
      'is under a line that leads elsewhere',
      'share repeated earlier',
      'times on the page',
    ],
    ofBlock(row, to, { block, view }) {
      let next = to;
      row[next++] = Number(block.callsAway);
      row[next++] = Number(block.isUnderCall);
      row[next++] = block.earlier;
      row[next++] = view.counts.get(block.text) ?? 1;
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
      'share of all twins',
    ],
    ofBlock(row, to, { block: { block }, view }) {
      const { depth, twins, mostTwinned } = block.place;
      let next = to;
      row[next++] = depth;
      row[next++] = magnitude(twins);
      row[next++] = magnitude(mostTwinned.twins);
      row[next++] = depth - mostTwinned.depth;
      row[next++] = magnitude(mostTwinned.part.chars);
      row[next++] = linkShare(mostTwinned.part);
      row[next++] = share(mostTwinned.part.chars * mostTwinned.twins, view.chars);
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
    'declared as product',
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
    row[next++] = Number(view.isProduct);
  },
};

const OF_NAMES: readonly Traits[] = NAME_LINES.flatMap((line, at) => {
  const word = line.split(' ', 1)[0];
  return [
    single(`name around: ${word}`, ({ block: { block } }) => (block.place.allNames >>> at) & 1),
    single(
      `name nearby: ${word}`,
      ({ block: { block } }) => ((block.place.nearNames | block.inside) >>> at) & 1,
    ),
  ];
});

/** A trait that is measured alone, because it is costly and rarely used. */
function single(name: string, measure: (subject: Subject<PageView>) => number): Traits {
  return {
    names: [name],
    ofBlock(row, to, subject) {
      row[to] = measure(subject);
    },
  };
}

/** The traits of a block. */
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

function outsideMain(at: number, { mainFrom, mainTo }: PageView): number {
  if (mainFrom < 0) return 0;
  return at < mainFrom ? at - mainFrom : Math.max(0, at - mainTo);
}

function proseShare({ proseChars, chars }: Part): number {
  return share(proseChars, chars);
}

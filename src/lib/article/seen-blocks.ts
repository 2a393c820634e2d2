import { boilerplateCertainty } from './boilerplate.ts';
import { charCodesOf } from './char-codes.ts';
import type { HtmlElement } from './html-element.ts';
import { pathToMain } from './main-part.ts';
import { callsReaderAway, headsClosing, isClosingLine } from './no-article.ts';
import type { Part } from './part.ts';
import type { BlockPlace, PlacedBlock } from './placed-blocks.ts';
import { withoutLinkLists, withoutSurroundings } from './prune.ts';
import { repeatsIn } from './repeats.ts';

/** A block, and the traits that can be derived from its text and its position. */
export type SeenBlock = {
  readonly block: PlacedBlock;
  /** Its text on one line. */
  readonly text: string;
  /** The length of `text`. */
  readonly chars: number;
  /** The share of its text that is links, 0 to 1. */
  readonly linkShare: number;
  /** Whether it ends like a sentence. */
  readonly isEnded: boolean;
  /** Its numbers of words, stops and the like. */
  readonly marks: Marks;
  /** Whether it is outside menus, boxes and lists of links. */
  readonly stays: boolean;
  /** Whether it is in the part with most of the prose. */
  readonly isInMain: boolean;
  /** How many elements around it are not on the path to that part. */
  readonly hops: number;
  /** How reliably the name of a surrounding element marks boilerplate: 0 to 2. */
  readonly around: number;
  /** Whether the innermost element has such a name. */
  readonly isNamed: boolean;
  /** The share of its runs of five words that also occur earlier on the page. */
  readonly earlier: number;
  /** Whether it leads the reader elsewhere. */
  readonly callsAway: boolean;
  /** Whether the last heading or short line above it leads elsewhere. */
  readonly isUnderCall: boolean;
};

const ENDS: ReadonlySet<string> = new Set('.!?…。！？:;»”"\')');
const MAX_LABEL_CHARS = 80;

/** The blocks of a page without its frame, with their traits. */
export function seenBlocks(page: Part, placed: readonly PlacedBlock[]): SeenBlock[] {
  const careful = withoutLinkLists(withoutSurroundings(page));
  const staying = elementsIn(careful);
  const hopsOf = createHops(careful);
  const aroundOf = createAround();
  const texts = placed.map(textOf);
  const earlier = repeatsIn(texts);
  let isUnderCall = false;
  return placed.map((block, at) => {
    const { place } = block;
    const text = texts[at] ?? '';
    const hops = hopsOf(place);
    const { around, isNamed } = aroundOf(place);
    const callsAway = callsReaderAway(text) || headsClosing(text) || isClosingLine(text);
    const wasUnderCall = isUnderCall;
    if (/^h[1-6]$/.test(block.tag) || (callsAway && text.length < MAX_LABEL_CHARS)) isUnderCall = callsAway;
    return {
      block,
      text,
      chars: text.length,
      linkShare: text === '' ? 0 : Math.min(1, block.linkChars / text.length),
      isEnded: ENDS.has(text.at(-1) ?? ''),
      marks: countMarks(text),
      stays: staying.has(place.part.element),
      isInMain: hops === 0,
      hops,
      around,
      isNamed,
      earlier: earlier[at] ?? 0,
      callsAway,
      isUnderCall: wasUnderCall,
    };
  });
}

function textOf({ pieces }: PlacedBlock): string {
  let text = '';
  for (const piece of pieces) text += piece.text;
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

function elementsIn(part: Part): ReadonlySet<HtmlElement> {
  const found = new Set<HtmlElement>();
  const visit = (each: Part) => {
    found.add(each.element);
    for (const child of each.children) if (typeof child !== 'string') visit(child);
  };
  visit(part);
  return found;
}

function createHops(page: Part): (place: BlockPlace) => number {
  const way = pathToMain(page);
  const steps = new Map(way.map(({ element }, at) => [element, way.length - 1 - at] as const));
  const cache = new Map<BlockPlace, number>();
  const hopsOf = (place: BlockPlace): number => {
    const found =
      cache.get(place) ??
      steps.get(place.part.element) ??
      (place.outer === null ? way.length : hopsOf(place.outer));
    cache.set(place, found);
    return found;
  };
  return hopsOf;
}

type Naming = Pick<SeenBlock, 'around' | 'isNamed'>;

function createAround(): (place: BlockPlace) => Naming {
  const cache = new Map<BlockPlace, Naming>();
  return function aroundOf(place): Naming {
    const found = cache.get(place);
    if (found !== undefined) return found;
    const own = boilerplateCertainty(place.part);
    const outer = place.outer === null ? 0 : aroundOf(place.outer).around;
    const around = own === 'surely' ? 2 : Math.max(outer, own === 'perhaps' ? 1 : 0);
    const naming = { around, isNamed: own !== 'no' };
    cache.set(place, naming);
    return naming;
  };
}

/** Counts of words and characters in a text. */
type Marks = {
  readonly words: number;
  readonly capitals: number;
  readonly stops: number;
};

const STOPS: ReadonlySet<number> = new Set(Array.from('.!?。！？', (mark) => mark.charCodeAt(0)));
const SPACE = 32;
const [CAPITAL_A, CAPITAL_Z] = [65, 90];
const [SMALL_A, SMALL_Z] = [97, 122];
const LAST_ASCII = 127;

/** Counts words, which spaces separate, capital letters and ends of sentences, in one pass. */
export function countMarks(text: string): Marks {
  let words = 1;
  let capitals = 0;
  let stops = 0;
  /** The text in lower case, set only if it has letters beyond ASCII; its length may differ. */
  let lower: string | null = null;
  const codes = charCodesOf(text);
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] as number;
    if (code >= SMALL_A && code <= SMALL_Z) continue;
    if (code === SPACE) words++;
    else if (code >= CAPITAL_A && code <= CAPITAL_Z) capitals++;
    else {
      if (code > LAST_ASCII) lower ??= text.toLowerCase();
      if (code > LAST_ASCII && lower?.length === text.length && code !== lower.charCodeAt(at)) capitals++;
      else if (STOPS.has(code)) stops++;
    }
  }
  const isComparable = lower === null || lower.length === text.length;
  return { words, capitals: isComparable ? capitals : 0, stops };
}

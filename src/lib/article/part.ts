import { charCodesOf } from './char-codes.ts';
import { type HtmlElement, isElement } from './html-element.ts';

/** An element with the amounts of text in it, in characters. */
export type Part = {
  /** Its position on the page. */
  readonly element: HtmlElement;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Part | string)[];
  /** All text; each run of white space counts as one character. */
  readonly chars: number;
  /** Text inside links. */
  readonly linkChars: number;
  /** Text of running paragraphs, the kind of text that articles consist of. */
  readonly proseChars: number;
  /** The text directly in this element and in its inline elements, and how much of it is links. */
  readonly ownChars: number;
  readonly ownLinkChars: number;
};

const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd label mark q rp rt ' +
    'ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr img picture source'
  ).split(' '),
);
/** Shorter paragraphs are as likely to be labels as prose. */
const MIN_PROSE_CHARS = 40;
/** In scripts without spaces, one character carries about as much as three Latin ones. */
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether the text inside this element continues the text around it. */
export function isInline(tag: string): boolean {
  return INLINE.has(tag);
}

/** Counts the text of an element, without the elements for which `isDropped` is true. */
export function toPart(element: HtmlElement, isDropped: (element: HtmlElement) => boolean): Part {
  const children: (Part | string)[] = [];
  for (const child of element.children) {
    if (!isElement(child)) children.push(child);
    else if (!isDropped(child)) children.push(toPart(child, isDropped));
  }
  return withCounts(element, children);
}

/** A part of the same element with other children. */
export function withChildren(part: Part, children: readonly (Part | string)[]): Part {
  return withCounts(part.element, children);
}

/** The share of the text that is links, 0 to 1. */
export function linkShare({ chars, linkChars }: Part): number {
  return chars === 0 ? 0 : linkChars / chars;
}

/** A dense character says as much as three letters. */
const DENSE_WEIGHT = 3;

function withCounts(element: HtmlElement, children: Part['children']): Part {
  const { tag, attributes } = element;
  const sums = { chars: 0, linkChars: 0, proseChars: 0, ownChars: 0, ownLinkChars: 0 };
  let isDense = false;
  for (const child of children) {
    if (typeof child === 'string') {
      const length = visibleLength(child);
      sums.chars += length;
      sums.ownChars += length;
      isDense ||= length > 0 && DENSE_SCRIPT.test(child);
    } else {
      sums.chars += child.chars;
      sums.linkChars += child.linkChars;
      sums.proseChars += child.proseChars;
      if (!isInline(child.tag)) continue;
      sums.ownChars += child.ownChars;
      sums.ownLinkChars += child.ownLinkChars;
    }
  }
  if (tag === 'a' && attributes.href !== undefined) {
    sums.linkChars = sums.chars;
    sums.ownLinkChars = sums.ownChars;
  }
  const { ownChars, ownLinkChars } = sums;
  const weight = isDense ? DENSE_WEIGHT : 1;
  if (!isInline(tag) && ownChars * weight >= MIN_PROSE_CHARS && ownLinkChars * 2 <= ownChars)
    sums.proseChars += (ownChars - ownLinkChars) * weight;
  return { element, tag, attributes, children, ...sums };
}

/** The length without white space at the ends, with each run of white space counted as one character. */
function visibleLength(text: string): number {
  const codes = charCodesOf(text);
  let length = 0;
  let inGap = true;
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] as number;
    const isBlank = code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 160;
    if (!isBlank) length++;
    else if (!inGap) length++;
    inGap = isBlank;
  }
  return inGap && length > 0 ? length - 1 : length;
}

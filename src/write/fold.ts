import { toAscii } from './look-alikes.ts';

/** A text for matching, in which look-alike characters are equal. */
type Folded = {
  readonly text: string;
  /**
   * The position in the original text of each code unit of `text`; for the end of `text`, the length of the
   * original.
   */
  originOf(index: number): number;
};

/** A part of the folded text. If `isFixed`, the whole part came from one character of the original. */
type FoldedStretch = { readonly start: number; readonly origin: number; readonly isFixed: boolean };

const FIRST_FOLDED = 0x80;
const BACKSLASH = 0x5c;
/** Printable ASCII without the backslash. */
const UNFOLDED = /^[\n\x20-\x5b\x5d-\x7e]*$/;
const MARK = /\p{M}/gu;

/** The folded form of each character, by code point. */
const foldedForms = new Map<number, string>();
/** Texts in one language have fewer distinct characters than this; the limit bounds the memory. */
const MAX_FORMS = 10_000;

/**
 * Folds width, style (NFKD), accents and look-alikes. Each character is folded separately, so that a match
 * can be traced back to the original.
 */
export function fold(text: string): Folded {
  if (UNFOLDED.test(text)) return { text, originOf: (index) => index };
  const stretches: FoldedStretch[] = [{ start: 0, origin: 0, isFixed: false }];
  let folded = '';
  /** The offset up to which the text has been copied to `folded`. */
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_FOLDED && unit !== BACKSLASH) continue;
    const point = text.codePointAt(at) ?? unit;
    const length = point > 0xffff ? 2 : 1;
    const replacement = foldPoint(point);
    if (replacement.length !== length || replacement !== text.slice(at, at + length)) {
      folded += text.slice(done, at);
      if (replacement.length !== length) stretches.push({ start: folded.length, origin: at, isFixed: true });
      folded += replacement;
      done = at + length;
      if (replacement.length !== length)
        stretches.push({ start: folded.length, origin: done, isFixed: false });
    }
    at += length - 1;
  }
  return { text: folded + text.slice(done), originOf: (index) => originIn(stretches, index) };
}

function foldPoint(point: number): string {
  const cached = foldedForms.get(point);
  if (cached !== undefined) return cached;
  const character = String.fromCodePoint(point);
  const bare = character.normalize('NFKD').replace(MARK, '');
  const folded = toAscii(character) ?? Array.from(bare, (part) => toAscii(part) ?? part).join('');
  if (foldedForms.size < MAX_FORMS) foldedForms.set(point, folded);
  return folded;
}

function originIn(stretches: readonly FoldedStretch[], index: number): number {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const stretch = stretches[low];
  if (stretch === undefined) return index;
  return stretch.isFixed ? stretch.origin : stretch.origin + index - stretch.start;
}

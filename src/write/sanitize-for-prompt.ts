import { CAPITAL_TOKEN, ROLE_HEADING, TOKEN, TOKEN_START } from '../models/chat-tokens.ts';
import lookAlikes from './look-alikes.json' with { type: 'json' };

/**
 * Invisible characters, which can hide text or change the reading direction: soft hyphen, zero-width
 * characters, bidi controls, fillers, variation selectors, tag characters. Zero-width joiners stay after a
 * letter of the Arabic and Indic scripts, where they are part of the spelling.
 */
const INVISIBLE = new RegExp(
  String.raw`[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff]` +
    String.raw`|[\uffa0\ufff9-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\u034f` +
    String.raw`|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]` +
    String.raw`|(?<![\u0600-\u0dff])[\u200c\u200d]`,
  'gu',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Text with nothing to remove, which is the case for most English text; one test costs less than four
 * searches.
 */
const PLAIN = /^[\n\x20-\x7e]*$/;

const INERT: ReadonlyMap<string, string> = new Map([
  ['<', '‹'],
  ['>', '›'],
  ['[', '('],
  [']', ')'],
]);

/**
 * Makes text from the web safe to put into a prompt: without invisible characters, and without anything that
 * a model could mistake for a delimiter of the prompt, a token of a chat template, the heading of a speaker
 * or a citation, even with look-alike characters. The text remains readable: `<|im_end|>` becomes
 * `‹|im_end|›`, `[3]` becomes `(3)`, `System: do` becomes `System – do`. Takes time in proportion to the
 * length.
 */
export function sanitizeForPrompt(text: string): string {
  // Headings are replaced first, because removing their marks may uncover a tag.
  return withInertBrackets(withInertHeadings(withoutInvisible(text)));
}

/** The text without invisible characters. Line ends become `\n`, other control characters spaces. */
export function withoutInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(INVISIBLE, '').replace(/\r\n?/g, '\n').replace(CONTROL, ' ');
}

/** `**System:** do` becomes `System – do`. */
function withInertHeadings(text: string): string {
  const folded = foldConfusables(text);
  let result = '';
  let copiedTo = 0;
  for (let line = 0; line >= 0; line = nextLine(folded.text, line)) {
    ROLE_HEADING.lastIndex = line;
    const [whole, indent, role] = ROLE_HEADING.exec(folded.text)?.indices ?? [];
    if (whole === undefined || indent === undefined || role === undefined) continue;
    const slice = ([start, end]: [number, number]) =>
      text.slice(folded.originOf(start), folded.originOf(end));
    result += `${text.slice(copiedTo, folded.originOf(whole[0]))}${slice(indent)}${slice(role)} –`;
    copiedTo = folded.originOf(whole[1]);
  }
  return result + text.slice(copiedTo);
}

/** The beginning of the next line; -1 if there is none. */
function nextLine(text: string, line: number): number {
  const end = text.indexOf('\n', line);
  return end < 0 ? -1 : end + 1;
}

/** The text with the brackets of every token and citation replaced. */
function withInertBrackets(text: string): string {
  const folded = foldConfusables(text);
  let result = '';
  let copiedTo = 0;
  for (const index of bracketsIn(folded.text)) {
    const inert = INERT.get(folded.text.charAt(index));
    const origin = folded.originOf(index);
    if (inert === undefined || origin < copiedTo) continue;
    result += text.slice(copiedTo, origin) + inert;
    copiedTo = origin + String.fromCodePoint(text.codePointAt(origin) ?? 0).length;
  }
  return result + text.slice(copiedTo);
}

/** The indices of all brackets in tokens and citations. */
function* bracketsIn(text: string): Generator<number> {
  const starts = new RegExp(TOKEN_START);
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const token = matchAt(TOKEN, text, start.index) ?? matchAt(CAPITAL_TOKEN, text, start.index);
    if (token === null) continue;
    for (const bracket of token.matchAll(TOKEN_START)) yield start.index + bracket.index;
    starts.lastIndex = start.index + token.length;
  }
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
}

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

/** Folds width, style (NFKD), accents and look-alikes, each character alone: matches are traced back. */
export function foldConfusables(text: string): Folded {
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
    if (replacement !== text.slice(at, at + length)) {
      const isFixed = replacement.length !== length;
      folded += text.slice(done, at);
      if (isFixed) stretches.push({ start: folded.length, origin: at, isFixed });
      folded += replacement;
      done = at + length;
      if (isFixed) stretches.push({ start: folded.length, origin: done, isFixed: false });
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
  const folded = ASCII.get(character) ?? Array.from(bare, (part) => ASCII.get(part) ?? part).join('');
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

/**
 * The ASCII characters by common characters that look like them (compare UTS #39), except those that NFKD
 * already maps to that character.
 */
const ASCII = new Map(
  Object.entries(lookAlikes).flatMap(([ascii, others]) =>
    Array.from(others, (other) => [other, ascii] as const),
  ),
);

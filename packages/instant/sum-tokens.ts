import type { InstantWords } from './language-words.ts';
import type { Rational } from './rational.ts';
import { readNumber } from './read-number.ts';

/** A part of a sum: a number, or a sign. */
export type SumToken =
  | {
      readonly kind: 'number';
      readonly value: Rational;
      readonly written: string;
      readonly note?: string;
      readonly doubt?: string;
    }
  | { readonly kind: 'sign'; readonly sign: string; readonly looks: Looks };

/**
 * The appearance of a sign: `clear` signs occur only in sums, `spaced` and `tight` signs also in dates,
 * scores, sizes and ranges.
 */
export type Looks = 'clear' | 'spaced' | 'tight';

/** The operators of signs that are clear; the operator is how the sum is evaluated. */
const CLEAR: Readonly<Record<string, string>> = {
  '+': '+',
  '*': '×',
  '×': '×',
  '·': '×',
  '÷': '÷',
  '^': '^',
  '²': '²',
  '³': '³',
  '√': '√',
  '%': '%',
  '−': '-',
};
const UNCLEAR: Readonly<Record<string, string>> = { '-': '-', '–': '-', '/': '÷', ':': '÷', x: '×' };
const MAX_TOKENS = 60;
const DIGIT = /[0-9]/;
const NUMBER_PART = /[0-9.,\u00a0\u202f]/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Splits a sum into its parts; null if the text contains anything else. */
export function readSumTokens(text: string, lexicon: InstantWords): readonly SumToken[] | null {
  const tokens: SumToken[] = [];
  const low = text.toLowerCase();
  // Some letters have another length in small letters, so offsets would differ.
  if (low.length !== text.length) return null;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      at++;
      continue;
    }
    const found = numberAt(text, at, lexicon) ?? signAt(low, at) ?? wordAt(low, at, lexicon);
    if (found === null || tokens.length >= MAX_TOKENS) return null;
    tokens.push(found.token);
    at = found.to;
  }
  return tokens;
}

type FoundToken = { readonly token: SumToken; readonly to: number };

function numberAt(text: string, from: number, lexicon: InstantWords): FoundToken | null {
  if (!DIGIT.test(text[from] ?? '') && !(/[.,]/.test(text[from] ?? '') && DIGIT.test(text[from + 1] ?? '')))
    return null;
  let to = from;
  while (to < text.length && isInNumber(text, to)) to++;
  const written = text.slice(from, to);
  const read = readNumber(written, lexicon);
  return read === null ? null : { token: { kind: 'number', written, ...read }, to };
}

/** A space or an apostrophe belongs to a number if exactly three digits follow it: "10 000", "10'000". */
function isInNumber(text: string, at: number): boolean {
  if (!" '".includes(text[at] ?? '')) return NUMBER_PART.test(text[at] ?? '');
  return /^[ ']\d{3}(?!\d)/.test(text.slice(at, at + 5));
}

function signAt(low: string, at: number): FoundToken | null {
  const char = low[at] ?? '';
  if (char === '(' || char === ')')
    return { token: { kind: 'sign', sign: char, looks: 'tight' }, to: at + 1 };
  if (low.startsWith('**', at)) return { token: { kind: 'sign', sign: '^', looks: 'clear' }, to: at + 2 };
  const clear = CLEAR[char];
  if (clear !== undefined) return { token: { kind: 'sign', sign: clear, looks: 'clear' }, to: at + 1 };
  const sign = UNCLEAR[char];
  if (
    sign === undefined ||
    (char === 'x' && LETTER.test(low[at + 1] ?? ' ') && !DIGIT.test(low[at + 1] ?? ''))
  )
    return null;
  const looks = low[at - 1] === ' ' && low[at + 1] === ' ' ? 'spaced' : 'tight';
  return { token: { kind: 'sign', sign, looks }, to: at + 1 };
}

/** The longest operator word at a place. */
function wordAt(
  low: string,
  at: number,
  { operators, unclearOperators, of }: InstantWords,
): FoundToken | null {
  let found: FoundToken | null = null;
  const words = [...Object.entries(operators), ...of.map((word) => [word, 'of'] as const)];
  for (const [word, sign] of words) {
    const to = at + word.length;
    if (!low.startsWith(word, at) || LETTER.test(low[to] ?? ' ')) continue;
    const looks = unclearOperators.includes(word) ? 'spaced' : 'clear';
    if (found === null || to > found.to) found = { token: { kind: 'sign', sign, looks }, to };
  }
  return found;
}

import type { InstantWords } from './language-words.ts';

/** A question in one language, without the words that only mark it as a question. */
export type Phrasing = {
  /** The question as it was written, without polite phrases. */
  readonly whole: string;
  /** The question without the words that ask for a value ("what is"). */
  readonly core: string;
  /** Whether the question had such words. */
  readonly isAsked: boolean;
  /** Whether it was phrased as a calculation: with "calculate", or "=" at the end. */
  readonly isCommand: boolean;
};

/** Longer questions contain more than one calculation. */
export const MAX_CHARS = 120;

/** A question on one line without the marks around it; `isEquation` if one of them was "=". */
export type TidyQuestion = { readonly text: string; readonly isEquation: boolean };

/** Tidies a question; null if it is empty or too long. */
export function tidyQuestion(text: string): TidyQuestion | null {
  if (text.length > MAX_CHARS) return null;
  const line = text
    .replaceAll(/[’‘]/g, "'")
    .trim()
    .replaceAll(/[ \t\n\r]+/g, ' ');
  let start = 0;
  let end = line.length;
  let isEquation = false;
  while ('¿¡'.includes(line[start] ?? '.')) start++;
  for (; end > start && ' ?？!.='.includes(line[end - 1] ?? ''); end--) isEquation ||= line[end - 1] === '=';
  return end > start ? { text: line.slice(start, end), isEquation } : null;
}

/** Removes the words that ask for a value from a tidy question. */
export function readPhrasing(
  text: string,
  isEquation: boolean,
  { asks, commands, ends }: InstantWords,
): Phrasing {
  const whole = withoutEnd(text, ends);
  const command = withoutStart(whole, commands);
  const asked = withoutStart(whole, asks);
  return {
    whole,
    core: command ?? asked ?? whole,
    isAsked: asked !== null,
    isCommand: command !== null || isEquation,
  };
}

/**
 * The text after the longest phrase at its start, matched as whole words; null if it starts with none of the
 * phrases.
 */
export function withoutStart(text: string, phrases: readonly string[]): string | null {
  const low = text.toLowerCase();
  // Some letters have another length in small letters, so offsets would differ.
  if (low.length !== text.length) return null;
  let longest = -1;
  for (const phrase of phrases) {
    const isWhole = phrase.endsWith("'") || low[phrase.length] === ' ';
    if (phrase.length > longest && isWhole && low.startsWith(phrase)) longest = phrase.length;
  }
  return longest === -1 ? null : text.slice(longest).trim();
}

/** The text before the longest phrase at its end; null if it ends with none of the phrases. */
export function beforeEnd(text: string, phrases: readonly string[]): string | null {
  const low = text.toLowerCase();
  if (low.length !== text.length) return null;
  let longest = -1;
  for (const phrase of phrases)
    if (phrase.length > longest && low.endsWith(phrase) && low[low.length - phrase.length - 1] === ' ')
      longest = phrase.length;
  return longest === -1 ? null : text.slice(0, -longest - 1).trim();
}

/** Every way to split a text at one of the words, each with a space on both sides. */
export function splitsAt(text: string, words: readonly string[]): readonly (readonly [string, string])[] {
  const low = text.toLowerCase();
  if (low.length !== text.length) return [];
  const found: (readonly [string, string])[] = [];
  for (const word of words)
    for (let at = low.indexOf(word, 1); at !== -1; at = low.indexOf(word, at + 1))
      if (low[at - 1] === ' ' && low[at + word.length] === ' ')
        found.push([text.slice(0, at).trim(), text.slice(at + word.length).trim()]);
  return found;
}

function withoutEnd(text: string, ends: readonly string[]): string {
  return beforeEnd(text, ends) ?? text;
}

import { spawnSync } from 'node:child_process';

/** Punctuation marks that espeak-ng skips unless told to name them. */
const NAMED = '--punct=_`|<>[]{}^*#~\\';
const MAX_CHARS = 1_500;

/**
 * The names of marks as espeak-ng speaks them, and the part of a word that excuses them if the text itself
 * contains it.
 */
const MARK_NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/ast3rIsk|ast@rIsk/, 'asterisk'],
  [/haS/, 'hash'],
  [/tIld@/, 'tilde'],
  [/bakslaS/, 'backslash'],
  [/slaS/, 'slash'],
  [/Vnd3sko@/, 'underscore'],
  [/bakpraIm/, 'backprime'],
  [/vi:bA@/, 'vbar'],
  [/lEftbrakI2t|raItbrakI2t/, 'bracket'],
  [/lEftbreIs/, 'lbrace'],
  [/raItbreIs/, 'rbrace'],
  [/lEsDan/, 'less'],
  [/greIt3Dan/, 'great'],
  [/i:kw@Lz/, 'equals'],
  [/kar@t/, 'caret'],
];

/** Whether espeak-ng is installed. */
export function hasEspeak(): boolean {
  return spawnSync('espeak-ng', ['--version']).status === 0;
}

/** How a text sounds, ignoring stress and pauses: two texts with the same sound are spoken alike. */
export function soundOf(text: string): string {
  return phonemes(text).replace(/[',#_:|%=;\s]|\(en\)/g, '');
}

/**
 * Whether a voice names a mark of markup: when it simply reads, and when it is told to name marks that it
 * would otherwise skip.
 */
export function namesMarks(text: string): { readonly plain: boolean; readonly strict: boolean } {
  const heard = text.slice(0, MAX_CHARS);
  const tidy = (sound: string) => sound.replace(/[',#_:|\s]|\(en\)/g, '');
  const plain = tidy(phonemes(heard));
  const words = heard.toLowerCase();
  return {
    plain: MARK_NAMES.some(([name, word]) => name.test(plain) && !words.includes(word)),
    strict: tidy(phonemes(heard, NAMED)) !== plain,
  };
}

function phonemes(text: string, ...options: string[]): string {
  const args = ['-q', '-x', '-v', 'en-us', '--stdin', ...options];
  return spawnSync('espeak-ng', args, { input: text, encoding: 'utf8' }).stdout;
}

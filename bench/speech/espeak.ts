import { spawnSync } from 'node:child_process';

/** Marks espeak-ng passes over unless told to name them. */
const NAMED = '--punct=_`|<>[]{}^*#~\\';
const MAX_CHARS = 1_500;

/**
 * Names of marks as espeak-ng says them, and the part of a word that excuses them when the text itself has
 * it.
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

/** How a text sounds, whatever the stress and the pauses: two texts with the same sound are said alike. */
export function soundOf(text: string): string {
  return phonemes(text).replace(/[',#_:|%=;\s]|\(en\)/g, '');
}

/**
 * Whether a voice names a mark of markup: as it reads by itself, and when told to name those it would pass
 * over.
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

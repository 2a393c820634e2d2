import { german } from './locales/de.ts';
import { english } from './locales/en.ts';
import { spanish } from './locales/es.ts';
import { french } from './locales/fr.ts';
import { italian } from './locales/it.ts';
import type { Locale } from './locales/locale.ts';
import { portuguese } from './locales/pt.ts';
import type { Rule } from './rule.ts';
import { createVerbaliser } from './verbalise.ts';

/** The words of a language and its rules for speech. */
export type Speaker = {
  /** Null for a language without rules: the speech then adds no words to the text. */
  readonly locale: Locale | null;
  /** Writes numbers, dates, sums and abbreviations as spoken; without rules, returns the text as it is. */
  readonly verbalise: Rule;
};

const NOBODY: Speaker = { locale: null, verbalise: (text) => text };

const speakers = new Map<string, Speaker>(
  [english, spanish, german, french, portuguese, italian].map((locale) => [
    locale.code,
    { locale, verbalise: createVerbaliser(locale) },
  ]),
);

/**
 * The speaker of a language, by its BCP 47 tag in upper or lower case. For a language without rules, it adds
 * no words.
 */
export function speakerOf(language: string): Speaker {
  return speakers.get(language.toLowerCase().split('-', 1)[0] ?? '') ?? NOBODY;
}

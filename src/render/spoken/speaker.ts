import type { Locale } from './locale.ts';
import { german } from './locales/de.ts';
import { english } from './locales/en.ts';
import { spanish } from './locales/es.ts';
import { french } from './locales/fr.ts';
import { italian } from './locales/it.ts';
import { portuguese } from './locales/pt.ts';
import type { Rule } from './rule.ts';
import { createVerbaliser } from './verbalise.ts';

/** Who speaks: the words of a language and its rules. */
export type Speaker = {
  /** Null where the language has no rules: then nothing may be said that the text does not say. */
  readonly locale: Locale | null;
  /** Numbers, dates, sums and abbreviations as the language says them; the text itself without rules. */
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
 * The speaker of a language, a BCP 47 tag in any case; one without words of its own for a language without
 * rules.
 */
export function speakerOf(language: string): Speaker {
  return speakers.get(language.toLowerCase().split('-', 1)[0] ?? '') ?? NOBODY;
}

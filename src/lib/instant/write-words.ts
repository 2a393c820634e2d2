import { toCardinal as inGerman } from 'n2words/de-DE';
import { toCardinal as inEnglish } from 'n2words/en-GB';
import { toCardinal as inSpanish } from 'n2words/es-ES';
import { toCardinal as inFrench } from 'n2words/fr-FR';
import { toCardinal as inItalian } from 'n2words/it-IT';
import { toCardinal as inPortuguese } from 'n2words/pt-PT';
import type { LanguageCode } from './language-words.ts';

/** The library's functions, which write some Spanish numbers without their accents. */
const CARDINALS: Readonly<Record<LanguageCode, (value: number) => string>> = {
  en: inEnglish,
  de: inGerman,
  fr: inFrench,
  es: (value) =>
    inSpanish(value)
      .replace(/dieciseis/g, 'dieciséis')
      .replace(/uno(?= mil)/g, shortOne),
  pt: inPortuguese,
  it: inItalian,
};

/** The largest number that is written in words. */
export const MAX_IN_WORDS = 1_000_000;

/** A whole number from 0 to `MAX_IN_WORDS` in the words of a language. */
export function inWords(value: number, code: LanguageCode): string {
  return CARDINALS[code](value);
}

/** "veintiún mil", "treinta y un mil" */
function shortOne(_: string, at: number, text: string): string {
  return text.slice(0, at).endsWith('veinti') ? 'ún' : 'un';
}

import { monthNames } from '@sayso/text/month-names.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'];

/** Made on first use, because the runtime takes milliseconds for each language. */
const byLanguage = new Map<string, ReadonlyMap<string, number>>();

/**
 * The number of a month, 1 to 12, by its full or short name in a language (a BCP 47 tag); null for any
 * other word. English names count only with a capital, because `may` and `march` are words.
 */
export function monthOf(word: string, language: string): number | null {
  const code = language.slice(0, 2);
  if (code === 'en' && word === word.toLowerCase()) return null;
  if (!LANGUAGES.includes(code)) return null;
  const names = byLanguage.get(code) ?? monthNames(code);
  byLanguage.set(code, names);
  return names.get(word.toLowerCase()) ?? null;
}

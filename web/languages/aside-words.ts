import { asideTable as english } from './en.ts';
import { hasFile, languageFiles } from './languages.ts';
import type { AsideTable } from './table.ts';

/**
 * The texts that are loaded after the first paint, in the current language. Read them while drawing, because
 * `settleAsideWords` replaces them.
 */
export let asideWords: AsideTable = english;

/** Switches these texts to the language; English if its texts cannot be loaded. Never rejects. */
export async function settleAsideWords(language: string): Promise<void> {
  try {
    asideWords = hasFile(language) ? (await languageFiles[language]()).asideTable : english;
  } catch {
    asideWords = english;
  }
}

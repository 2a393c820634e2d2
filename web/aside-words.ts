import { asideTable as english } from './languages/en-aside.ts';
import type { AsideTable } from './languages/word-table.ts';
import { hasFile, languageFiles } from './languages.ts';

/** The words of history and settings in the language that is spoken now. Read them while drawing, as those of `words.ts`. */
export let asideWords: AsideTable = english;

/** From now on history and settings speak the language; English where its words cannot be loaded. Never rejects. */
export async function settleAsideWords(language: string): Promise<void> {
  try {
    asideWords = hasFile(language) ? (await languageFiles[language]()).asideTable : english;
  } catch {
    asideWords = english;
  }
}

import { table as english } from '../languages/en.ts';
import { chooseLanguage, directionOf, hasFile, languageFiles } from '../languages/languages.ts';
import { speak } from '../languages/words.ts';
import { readSettings } from './settings.ts';

/**
 * Switches to the chosen language, otherwise to the first supported one of the browser. Resolves when its
 * texts are loaded; if they cannot be loaded, the language stays the same. Never rejects.
 */
export async function settleLanguage(): Promise<void> {
  const language = readSettings().language ?? chooseLanguage(navigator.languages);
  try {
    speak(language, hasFile(language) ? (await languageFiles[language]()).table : english);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  } catch {
    document.documentElement.dir = directionOf(document.documentElement.lang);
  } finally {
    delete document.documentElement.dataset.waiting;
  }
}

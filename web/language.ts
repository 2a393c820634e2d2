import { directionOf } from './direction.ts';
import { table as english } from './languages/en.ts';
import { chooseLanguage, hasFile, languageFiles } from './languages.ts';
import { readSettings } from './settings.ts';
import { speak } from './words.ts';

/**
 * Speaks the language that was chosen, else the first one of the browser's that there is. Resolves when its words are there;
 * where they cannot be loaded, the page goes on in the language it speaks. Never rejects.
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

import { isLanguage, type Language } from './languages.ts';
import { numberField, parseJson, textField } from './messages.ts';
import { settingsName } from './settings-name.ts';
import type { Theme } from './theme.ts';

/** What the reader has chosen; it stays in the browser. */
export type Settings = {
  readonly theme: Theme;
  /** Null for the language of the browser. */
  readonly language: Language | null;
  /** The most sources of an answer; null for as many as the service thinks right. */
  readonly sources: number | null;
  /** Whether `/`, `?` and the numbers do something: who speaks to the machine types them by chance (WCAG 2.1.4). */
  readonly keys: 'on' | 'off';
};

/** The most sources the service takes. */
export const mostSources = 10;

let held: string | null = null;

/** What was chosen, read anew each time: another tab may have changed it. Nothing chosen where storage is forbidden. */
export function readSettings(): Settings {
  try {
    return parseSettings(localStorage.getItem(settingsName) ?? held ?? '');
  } catch {
    return parseSettings(held ?? '');
  }
}

/** Keeps the settings; where the browser forbids storage they last as long as the page. */
export function keepSettings(settings: Settings): void {
  held = JSON.stringify(settings);
  try {
    localStorage.setItem(settingsName, held);
  } catch {
    // Forbidden storage: `held` has it.
  }
}

/** The settings in a JSON text; whatever is not one of them counts as not chosen. */
export function parseSettings(text: string): Settings {
  const message = parseJson(text);
  const theme = textField(message, 'theme');
  const language = textField(message, 'language');
  const sources = numberField(message, 'sources');
  const isCount = Number.isInteger(sources) && sources !== null && sources > 0 && sources <= mostSources;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: isLanguage(language) ? language : null,
    sources: isCount ? sources : null,
    keys: textField(message, 'keys') === 'off' ? 'off' : 'on',
  };
}

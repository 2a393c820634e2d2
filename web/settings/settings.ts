import { isLanguage, type Language } from '../languages/languages.ts';
import { field, parseJson, textField } from '../state/messages.ts';
import type { TextSize, Theme } from './theme.ts';

/** The key of the settings in `localStorage`, as JSON. */
export const settingsName = 'sayso-settings';

/** The reader's choices, stored in the browser. */
export type Preferences = {
  readonly theme: Theme;
  /** Null for the browser's language. */
  readonly language: Language | null;
  /**
   * Whether `/`, `?` and the numbers are shortcuts: people who use speech input type them by accident (WCAG
   * 2.1.4).
   */
  readonly keys: 'on' | 'off';
  readonly size: TextSize;
  /** The preferences for answers as stored; `readAnswerPreferences` reads them when they are needed. */
  readonly answers: unknown;
};

let held: string | null = null;

/**
 * The choices, read again each time, because another tab may have changed them. The defaults if storage is
 * forbidden.
 */
export function readSettings(): Preferences {
  try {
    return parseSettings(localStorage.getItem(settingsName) ?? held ?? '');
  } catch {
    return parseSettings(held ?? '');
  }
}

/** Stores the settings; if the browser forbids storage, they last for the lifetime of the page. */
export function saveSettings(settings: Preferences): void {
  held = JSON.stringify(settings);
  try {
    localStorage.setItem(settingsName, held);
  } catch {
    // Storage is forbidden; `held` keeps the value.
  }
}

/** The settings in a JSON text; an invalid value is treated as not set. */
export function parseSettings(text: string): Preferences {
  const message = parseJson(text);
  const theme = textField(message, 'theme');
  const language = textField(message, 'language');
  const size = textField(message, 'size');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: isLanguage(language) ? language : null,
    keys: textField(message, 'keys') === 'off' ? 'off' : 'on',
    size: size === 'large' || size === 'larger' ? size : 'normal',
    answers: field(message, 'answers'),
  };
}

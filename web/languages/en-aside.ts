import type { AsideTable } from './word-table.ts';

/** History and settings in English. */
export const asideTable: AsideTable = {
  history: 'History',
  noHistory: 'What you ask is kept here, in this browser alone.',
  clearHistory: 'Clear history',
  removeEntry: 'Remove',
  offlineHere: 'You are offline; what you asked before can still be read here.',
  settings: 'Settings',
  theme: 'Appearance',
  themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageOfBrowser: 'Like the browser',
  sourceLimit: 'Sources for an answer',
  usualSources: 'The usual number',
  keys: 'Single keys (/, ?, 1–9)',
  keysOn: 'On',
  keysOff: 'Off',
};

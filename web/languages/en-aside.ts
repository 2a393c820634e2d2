import type { AsideTable } from './word-table.ts';

/** History and settings in English. */
export const asideTable: AsideTable = {
  history: 'History',
  noHistory: 'Your questions are saved in this browser only.',
  clearHistory: 'Clear history',
  removeEntry: 'Remove',
  offlineHere: 'You are offline. You can still read your earlier answers here.',
  findings: '{found} of {all} sentences found in the sources',
  findingsMean:
    'Each sentence was compared word by word with the sources. A sentence that was not found may be ' +
    'true, and a source may be wrong.',
  differs: 'Differs:',
  notFound: 'Not found:',
  sourceSays: 'Source {source} says:',
  settings: 'Settings',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageOfBrowser: 'Browser language',
  sourceLimit: 'Sources per answer',
  usualSources: 'Default',
  keys: 'Single-key shortcuts (/, ?, 1–9)',
  keysOn: 'On',
  keysOff: 'Off',
  keysTitle: 'Keyboard shortcuts',
  keyUses: { field: 'Go to the question box', stop: 'Stop', source: 'Open a source', list: 'Show shortcuts' },
  close: 'Close',
  keyField: 'Key',
  useKey: 'Use key',
  remedies: {
    ollama: {
      title: 'Ollama',
      note: 'A model on your own computer. It needs no key, and your data stays there.',
    },
    key: { title: 'API key', note: 'A hosted model, with an API key from its provider.' },
    quotes: { title: 'No model', note: 'The best sentences from the sources, quoted word for word.' },
  },
};

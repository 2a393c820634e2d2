import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in German. */
export const table: DocumentTable = {
  field: 'Deine Frage',
  ask: 'Fragen',
  searching: 'Das Web wird durchsucht …',
  sources: 'Quellen',
  nothingFound: 'Es wurden keine Quellen gefunden.',
  writing: 'Die Antwort wird geschrieben …',
  answer: 'Antwort',
  done: 'Fertig.',
  empty: 'Stell eine Frage und drücke „Fragen“.',
  tooLong: 'Die Frage ist länger als {count} Zeichen.',
  formOnly: 'Drücke „Fragen“, um danach zu suchen.',
  ahead: 'Antworten werden nicht im Voraus geladen: Öffne diese Adresse, um zu fragen.',
  keyNeeded:
    'Dieser Dienst braucht einen Schlüssel, und ein Formular kann keinen senden. Nutze die Seite mit JavaScript, die nach dem Schlüssel fragt, oder sende ihn als „Authorization: Bearer SCHLÜSSEL“ mit einer Anfrage an /api/v1/query.',
  failed: 'Es gibt keine Antwort:',
};

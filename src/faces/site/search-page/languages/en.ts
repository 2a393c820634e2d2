import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in English. */
export const table: DocumentTable = {
  field: 'Your question',
  ask: 'Ask',
  searching: 'Searching the web…',
  sources: 'Sources',
  nothingFound: 'No sources were found.',
  writing: 'Writing the answer…',
  answer: 'Answer',
  done: 'Done.',
  empty: 'Type a question and press “Ask”.',
  tooLong: 'The question is longer than {count} characters.',
  formOnly: 'Press “Ask” to search for this.',
  ahead: 'Answers are not fetched ahead of time: open this address to ask.',
  keyNeeded:
    'This service needs a key, and a form cannot send one. Use the page with JavaScript, which asks for the key, or send the key as “Authorization: Bearer KEY” with a request to /api/v1/query.',
  failed: 'There is no answer:',
};

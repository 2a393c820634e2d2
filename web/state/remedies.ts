/** A way to get answers from a service that has no model yet. */
export type RemedyKind = 'ollama' | 'key' | 'quotes';

/** A remedy; `command` is a complete line for a terminal. */
export type RemedyCommand = { readonly kind: RemedyKind; readonly command: string };

/** The same three remedies as in the service's log, most private first. */
export const remedies: readonly RemedyCommand[] = [
  { kind: 'ollama', command: 'MODEL_PROVIDER=ollama MODEL_NAME=llama3.2 npm start' },
  { kind: 'key', command: 'MODEL_API_KEY=your-key npm start' },
  { kind: 'quotes', command: 'MODEL_PROVIDER=extractive npm start' },
];

/** A way to get answers from a service that has no model yet; `command` is a whole line for a terminal. */
export type Remedy = { readonly title: string; readonly note: string; readonly command: string };

/** The same three remedies that the log of the service names, the most private one first. */
export const remedies: readonly Remedy[] = [
  {
    title: 'Ollama',
    note: 'A model on your own machine. No key, nothing leaves it.',
    command: 'MODEL_BASE_URL=http://localhost:11434/v1 MODEL_NAME=llama3.2 npm start',
  },
  {
    title: 'A key',
    note: 'A hosted model, with the key of your provider.',
    command: 'MODEL_API_KEY=your-key npm start',
  },
  {
    title: 'No model',
    note: 'The best sentences of the sources, quoted as they stand.',
    command: 'MODEL_PROVIDER=extractive npm start',
  },
];

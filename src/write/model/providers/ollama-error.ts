/** How Ollama and the runners below it say that a prompt is longer than the window, also in errors inside of errors. */
const TOO_LONG = /exceeds? the (?:available )?context|context (?:length|size|window)|exceed_context_size/i;

/** The code, as OpenAI names it, of an error that Ollama describes in words; empty where only its status counts. */
export function ollamaErrorCode(words: string): string {
  return TOO_LONG.test(words) ? 'context_length_exceeded' : '';
}

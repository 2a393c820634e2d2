import { Failure } from '../../core/failure.ts';

/** A failure that says what is wrong with the arguments of a command, where that is known, and how it is used. */
export function wrongUsage(usage: string, error?: unknown): Failure {
  // Behind its first sentence, Node explains at length how to ask for an option's name as if it were a text.
  const reason = error instanceof Error ? `${error.message.split('. ', 1)[0]?.replace(/\.$/, '')}.\n` : '';
  return new Failure('invalid-question', `${reason}Usage: ${usage}`);
}

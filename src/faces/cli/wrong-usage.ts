import { Failure } from '../../core/failure.ts';

/**
 * A failure that says what is wrong with a command's arguments, if that is known, and how to use the command.
 */
export function wrongUsage(usage: string, error?: unknown): Failure {
  // After its first sentence, Node explains at length how to pass a text that looks like an option.
  const reason = error instanceof Error ? `${error.message.split('. ', 1)[0]?.replace(/\.$/, '')}.\n` : '';
  return new Failure('invalid-question', `${reason}Usage: ${usage}`);
}

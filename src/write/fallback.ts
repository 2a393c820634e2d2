import { eachUntilAborted, startDeadline } from '../core/deadline.ts';
import { Failure, toFailure } from '../core/failure.ts';
import type { Writer, WritingTask, WrittenPart } from './writer.ts';

/** The share of the time that is left in which the first writer must have said a word, so that some is left for the second. */
const PATIENCE_SHARE = 0.4;

/**
 * A writer with another behind it, which takes over when the first fails or hesitates before its first text, and tells
 * its name. After the first text nobody takes over: two halves of two answers are none. For a task that the second
 * cannot do there is only the first.
 * @param onFallback is told why the first was left
 */
export function withFallback(
  first: Writer,
  second: Writer,
  onFallback: (reason: Failure) => void = () => undefined,
): Writer {
  return {
    get name() {
      return first.name;
    },
    needsSources: first.needsSources,
    async *write(task, signal) {
      if (second.needsSources && task.sources.length === 0) {
        yield* first.write(task, signal);
        return;
      }
      const failure = yield* tryToWrite(first, task, signal);
      if (failure === null) return;
      onFallback(failure);
      yield* writeInstead(second, failure, task, signal);
    },
  };
}

/** Returns why there is no text; null when there is. Throws what comes after the first text, and the signal's reason. */
async function* tryToWrite(
  writer: Writer,
  task: WritingTask,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart, Failure | null> {
  const patienceMs = task.remainingMs * PATIENCE_SHARE;
  using patience = startDeadline(patienceMs, signal);
  let hasText = false;
  try {
    for await (const part of eachUntilAborted(writer.write(task, patience.signal), patience.signal)) {
      if (part.type === 'text') {
        hasText = true;
        patience.lift();
      }
      yield part;
    }
    return hasText ? null : new Failure('model-unavailable', `${writer.name} wrote nothing.`);
  } catch (error) {
    if (hasText || signal.aborted) throw error;
    return patience.expired ? toHesitation(writer, patienceMs) : toFailure(error);
  }
}

/** Tells the writer's name right before its first text, for it may be known only then. */
async function* writeInstead(
  writer: Writer,
  before: Failure,
  task: WritingTask,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart> {
  let hasText = false;
  try {
    for await (const part of writer.write(task, signal)) {
      if (part.type === 'text' && !hasText) {
        hasText = true;
        yield { type: 'model', name: writer.name };
      }
      yield part;
    }
  } catch (error) {
    if (hasText || signal.aborted) throw error;
    throw toCommonFailure(before, toFailure(error));
  }
}

function toHesitation(writer: Writer, patienceMs: number): Failure {
  const seconds = Number((patienceMs / 1000).toFixed(1));
  return new Failure(
    'model-unavailable',
    `The language model ${writer.name} did not begin to write within ${seconds} s.`,
  );
}

/** Both reasons; worth trying again when either is. */
function toCommonFailure(first: Failure, second: Failure): Failure {
  const waits = [first.retryAfterMs, second.retryAfterMs].filter((waitMs) => waitMs !== undefined);
  const retry = waits.length === 0 ? {} : { retryAfterMs: Math.min(...waits) };
  return new Failure('model-unavailable', `${first.message} ${second.message}`, { cause: second, ...retry });
}

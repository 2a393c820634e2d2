import { estimateTokens } from '@sayso/text/tokens.ts';
import { startDeadline } from '../core/deadline.ts';
import { Failure, toFailure } from '../core/failure.ts';
import type { Source } from '../core/source.ts';
import { addUsage, type Usage } from '../core/usage.ts';
import type { Writer, WritingTask, WrittenPart } from './writer.ts';

/** The reason why a writer yielded no text, and the tokens it used nevertheless. */
type FailedDraft = { readonly failure: Failure; readonly spent: Usage };

/**
 * A writer with a second one that takes over if the first fails or is slow before its first text. The `model`
 * part names the model that writes. After the first text, the writer is no longer switched, because two
 * halves of different answers do not make one answer. If the second writer cannot do the task, only the first
 * is asked. Usage covers both writers.
 * @param onFallback receives the reason why the second one writes
 */
export function withFallback(
  first: Writer,
  second: Writer,
  onFallback: (reason: Failure) => void = () => undefined,
): Writer {
  return withWrite(first, async function* write(task, signal) {
    if (second.needsSources && (task.sources.length === 0 || task.toCorrect !== undefined)) {
      yield* first.write(task, signal);
      return;
    }
    const failed = yield* tryToWrite(first, task, signal);
    if (failed === null) return;
    onFallback(failed.failure);
    yield* writeInstead(second, failed, { task, signal });
  });
}

/** The writer with another `write`. Its name is read on demand, because some names become known late. */
export function withWrite(writer: Writer, write: Writer['write']): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    write,
  };
}

/** Null once there is text, or the failure. Throws errors after the first text, and on abort. */
async function* tryToWrite(
  writer: Writer,
  task: WritingTask,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart, FailedDraft | null> {
  const { patienceMs } = task;
  using patience = startDeadline(patienceMs, signal);
  let hasText = false;
  let spent: Usage = { tokens: 0 };
  try {
    for await (const part of writer.write(task, patience.signal)) {
      if (part.type === 'usage') spent = part;
      if (part.type === 'text') {
        hasText = true;
        patience.lift();
      }
      yield part;
    }
    if (hasText) return null;
    return { failure: new Failure('model-unavailable', `${writer.name} wrote nothing.`), spent };
  } catch (error) {
    if (hasText || signal.aborted) throw error;
    return { failure: patience.expired ? toHesitation(writer, patienceMs) : toFailure(error), spent };
  }
}

/** Yields the writer's name right before its first text, because some names are known only then. */
async function* writeInstead(
  writer: Writer,
  before: FailedDraft,
  { task, signal }: { readonly task: WritingTask; readonly signal: AbortSignal },
): AsyncGenerator<WrittenPart> {
  let hasText = false;
  try {
    for await (const part of writer.write(task, signal)) {
      if (part.type === 'text' && !hasText) {
        hasText = true;
        yield { type: 'model', name: writer.name };
      }
      yield part.type === 'usage' ? { type: 'usage', ...addUsage(before.spent, part) } : part;
    }
  } catch (error) {
    if (hasText || signal.aborted) throw error;
    throw toCommonFailure(before.failure, toFailure(error));
  }
}

function toHesitation(writer: Writer, patienceMs: number): Failure {
  const seconds = Number((patienceMs / 1000).toFixed(1));
  return new Failure(
    'model-unavailable',
    `The language model ${writer.name} did not begin to write within ${seconds} s.`,
  );
}

/** A failure with both messages (one, if they are the same) and the shorter of the two waits. */
function toCommonFailure(first: Failure, second: Failure): Failure {
  const waits = [first.retryAfterMs, second.retryAfterMs].filter((waitMs) => waitMs !== undefined);
  // If one model is tried twice, it fails twice in the same words.
  const message = [...new Set([first.message, second.message])].join(' ');
  const { address } = second;
  return new Failure('model-unavailable', message, {
    cause: second,
    retryAfterMs: waits.length > 0 ? Math.min(...waits) : undefined,
    address,
  });
}

/** The share of the tokens that the first of two attempts may use. */
const FIRST_SHARE = 0.7;
/** If a passage is cut, it keeps this many characters for each token; most texts have more. */
const MIN_TOKEN_CHARS = 2;

/**
 * A writer for long prompts. If the first model fails or is slow before its first text, the second one writes
 * from only `contextTokens` of source text, which small context windows can hold. `maxTokens` of the task is
 * divided between the two attempts. Statements are corrected by the first model alone.
 */
export function withShorterSecond(first: Writer, second: Writer, contextTokens: number): Writer {
  const both = withFallback(
    withTask(first, (task) => withShare(task, FIRST_SHARE)),
    withTask(second, (task) => withShortSources(withShare(task, 1 - FIRST_SHARE), contextTokens)),
  );
  return withWrite(first, (task, signal) =>
    (task.toCorrect === undefined ? both : first).write(task, signal),
  );
}

function withTask(writer: Writer, change: (task: WritingTask) => WritingTask): Writer {
  return withWrite(writer, (task, signal) => writer.write(change(task), signal));
}

function withShare(task: WritingTask, share: number): WritingTask {
  return task.maxTokens === undefined ? task : { ...task, maxTokens: task.maxTokens * share };
}

/** Keeps the first passages of every source, so that the numbers stay the same. */
function withShortSources(task: WritingTask, contextTokens: number): WritingTask {
  return { ...task, sources: task.sources.map((source) => cut(source, contextTokens / task.sources.length)) };
}

function cut(source: Source, maxTokens: number): Source {
  let tokensLeft = maxTokens;
  const passages = source.passages.flatMap((passage) => {
    const room = Math.max(0, Math.floor(tokensLeft * MIN_TOKEN_CHARS));
    tokensLeft -= estimateTokens(passage.text);
    if (tokensLeft >= 0) return passage;
    const text = passage.text.slice(0, room).toWellFormed();
    return text === '' ? [] : { ...passage, text, to: passage.from + text.length };
  });
  return { ...source, passages };
}

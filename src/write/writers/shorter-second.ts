import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Source } from '../../core/source.ts';
import type { Writer } from '../writer.ts';
import { withFallback, withWrite } from './fallback.ts';

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
    withShare(first, FIRST_SHARE),
    withShortSources(withShare(second, 1 - FIRST_SHARE), contextTokens),
  );
  return withWrite(first, (task, signal) =>
    (task.toCorrect === undefined ? both : first).write(task, signal),
  );
}

function withShare(writer: Writer, share: number): Writer {
  return withWrite(writer, (task, signal) => {
    const { maxTokens } = task;
    return writer.write(maxTokens === undefined ? task : { ...task, maxTokens: maxTokens * share }, signal);
  });
}

/** Keeps the first passages of every source, so that the numbers stay the same. */
function withShortSources(writer: Writer, contextTokens: number): Writer {
  return withWrite(writer, (task, signal) => {
    const sources = task.sources.map((source) => cut(source, contextTokens / task.sources.length));
    return writer.write({ ...task, sources }, signal);
  });
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

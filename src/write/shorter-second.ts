import type { Source } from '../core/terms.ts';
import { countTokens } from '../core/tokens.ts';
import { withFallback } from './fallback.ts';
import type { Writer } from './writer.ts';

/** The share of the tokens that the first of two attempts may use. */
const FIRST_SHARE = 0.7;
/** A passage that is cut keeps so many characters for each token; most texts have more. */
const LEAST_TOKEN_CHARS = 2;

/**
 * A writer for long prompts: if the first fails or is slow before its first text, the second writes, from
 * `contextTokens` of source text, which small context windows can hold. `mostTokens` of the task is divided
 * between the two. Statements are corrected by the first alone.
 */
export function withShorterSecond(first: Writer, second: Writer, contextTokens: number): Writer {
  const both = withFallback(
    withShare(first, FIRST_SHARE),
    shortened(withShare(second, 1 - FIRST_SHARE), contextTokens),
  );
  return {
    get name() {
      return first.name;
    },
    needsSources: first.needsSources,
    write: (task, signal) => (task.toCorrect === undefined ? both : first).write(task, signal),
  };
}

function withShare(writer: Writer, share: number): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    write: (task, signal) =>
      writer.write(
        task.mostTokens === undefined ? task : { ...task, mostTokens: task.mostTokens * share },
        signal,
      ),
  };
}

/** Keeps the first passages of every source, so that the numbers stay the same. */
function shortened(writer: Writer, contextTokens: number): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    write: (task, signal) => {
      const sources = task.sources.map((source) => cut(source, contextTokens / task.sources.length));
      return writer.write({ ...task, sources }, signal);
    },
  };
}

function cut(source: Source, mostTokens: number): Source {
  let left = mostTokens;
  const passages = source.passages.flatMap((passage) => {
    const room = Math.max(0, Math.floor(left * LEAST_TOKEN_CHARS));
    left -= countTokens(passage.text);
    if (left >= 0) return passage;
    const text = passage.text.slice(0, room).toWellFormed();
    return text === '' ? [] : { ...passage, text, to: passage.from + text.length };
  });
  return { ...source, passages };
}

import { eachUntilAborted } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure, toFailure } from '../core/failure.ts';
import { estimateTokens } from '../core/tokens.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import { notes } from './notes.ts';

/** What a writer produced, however it ended. */
export type Draft = {
  /** Checked Markdown: the texts of all deltas joined. */
  readonly text: string;
  /** Prompt and completion tokens; an estimate if the writer did not finish. */
  readonly tokens: number;
  /** The model that wrote it, if the writer reported one; null for the writer's own name. */
  readonly model: string | null;
  /** When the first text came, on the clock of `performance.now()`; null if none came. */
  readonly firstTextAtMs: number | null;
  /** The time spent on checking, in milliseconds. */
  readonly checkMs: number;
  /** Why the writer did not finish; null if it did. */
  readonly failure: Failure | null;
};

/**
 * A filter for one answer: takes Markdown in pieces and returns it with citations of existing sources only.
 */
export type CitationFilter = { push(piece: string): string; end(): string };

/** The writer, its task, and what is added to its text. */
export type Drafting = {
  readonly writer: Writer;
  readonly task: WritingTask;
  /** Sentences placed before the writer's text. */
  readonly preface: string;
  readonly filter: CitationFilter;
};

/**
 * Runs the writer, yields the checked text as it arrives and returns the draft. Ends when `signal` aborts,
 * even if the writer ignores it; never throws if the writer fails.
 */
export async function* writeDraft(
  { writer, task, preface, filter }: Drafting,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  let text = '';
  let tokens = 0;
  /** Text that `tokens` does not include yet. */
  let uncounted = '';
  let model: string | null = null;
  let firstTextAtMs: number | null = null;
  let checkMs = 0;
  const check = (step: () => string): string => {
    const startedAtMs = performance.now();
    const checked = step();
    checkMs += performance.now() - startedAtMs;
    return checked;
  };
  /** The piece to emit: white space before the first word is dropped, and the preface comes first. */
  const accept = (checked: string): string => {
    if (text !== '') {
      text += checked;
      return checked;
    }
    const start = checked.trimStart();
    if (start === '') return '';
    firstTextAtMs = performance.now();
    text = preface === '' ? start : `${preface}\n\n${start}`;
    return text;
  };

  let failure: Failure | null = null;
  try {
    for await (const part of eachUntilAborted(writer.write(task, signal), signal)) {
      if (part.type === 'usage') {
        tokens = part.tokens;
        uncounted = '';
        continue;
      }
      if (part.type === 'model') {
        model = part.name;
        continue;
      }
      uncounted += part.text;
      const delta = accept(check(() => filter.push(part.text)));
      if (delta !== '') yield { type: 'answer-delta', text: delta };
    }
  } catch (error) {
    failure = toFailure(error);
    tokens += tokens > 0 ? estimateTokens(uncounted) : 0;
  }
  const rest = accept(check(() => filter.end()));
  if (rest !== '') yield { type: 'answer-delta', text: rest };
  if (text === '') failure ??= new Failure('model-unavailable', notes.nothingWritten);
  return { text, tokens, model, firstTextAtMs, checkMs, failure };
}

import { eachUntilAborted } from '../core/deadline.ts';
import { Failure, toFailure } from '../core/failure.ts';
import { estimateTokens } from '../core/tokens.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import type { AnswerEvent } from './events.ts';
import { notes } from './notes.ts';

/** What a writer left behind, however it ended. */
export type Draft = {
  /** Checked Markdown: the texts of all deltas joined. */
  readonly text: string;
  /** Prompt and completion tokens; an estimate where the writer did not come to its end. */
  readonly tokens: number;
  /** Who wrote it, where the writer told; null for the writer's own name. */
  readonly model: string | null;
  /** When the first text came, on the clock of `performance.now()`; null when none did. */
  readonly firstTextAtMs: number | null;
  /** How much of the time went into checking, in milliseconds. */
  readonly checkMs: number;
  /** Why it did not come to its end; null when it did. */
  readonly failure: Failure | null;
};

/** A filter for one answer: Markdown in pieces in, the same out with citations only of sources there are. */
export type CitationFilter = { push(piece: string): string; end(): string };

/** Who writes what, and what stands around it. */
export type Drafting = {
  readonly writer: Writer;
  readonly task: WritingTask;
  /** Sentences put in front of what the writer writes. */
  readonly preface: string;
  readonly filter: CitationFilter;
};

/**
 * Lets the writer write, yields the checked text as it comes and returns the draft. Ends when `signal` aborts,
 * whatever the writer does; never throws for a writer that fails.
 */
export async function* writeDraft(
  { writer, task, preface, filter }: Drafting,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  let text = '';
  let tokens = 0;
  /** Text that `tokens` does not cover. */
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
  /** The piece as it goes out: blanks before the first word dropped, the preface in front of it. */
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

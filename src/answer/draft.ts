import type { CitationMove } from '../core/answer.ts';
import { abortReason } from '../core/deadline.ts';
import { Failure, toFailure } from '../core/failure.ts';
import { createBreather } from '../lib/text/breather.ts';
import { countTokens } from '../lib/text/tokens.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { notes } from './notes.ts';
import type { TextFilter } from './steps.ts';

/** What a writer produced, however it ended. */
export type Draft = {
  /** Checked Markdown: the texts of all deltas joined. */
  readonly text: string;
  /** Prompt and completion tokens; an estimate if the writer did not finish. */
  readonly tokens: number;
  /** The number of model calls: two if the first model wrote nothing and a second one took over. */
  readonly calls: number;
  /** The model that wrote it, if the writer reported one; null for the writer's own name. */
  readonly model: string | null;
  /** When the first text arrived, on the clock of `performance.now()`; null if none did. */
  readonly firstTextAtMs: number | null;
  /** The time spent on checking, in milliseconds. */
  readonly checkMs: number;
  /** Why the writer did not finish; null if it did. */
  readonly failure: Failure | null;
};

/** The writer and its task, the preface, and the filter that checks the text. */
export type Drafting = {
  readonly writer: Writer;
  readonly task: WritingTask;
  /** Sentences placed before the writer's text. */
  readonly preface: string;
  readonly filter: TextFilter;
};

/** A draft as it is written. Dispose it (`using`); otherwise a hanging writer is not told to stop. */
export type GrowingDraft = Disposable & {
  /** The next checked text; null at the end. Never rejects: a failure is part of the draft. */
  next(): Promise<string | null>;
  /** The draft so far. */
  readonly draft: Draft;
  /** The citations in its text that were changed, in order. */
  readonly moves: readonly CitationMove[];
};

/** A draft that consists of a fixed text. */
export function fixedDraft(text: string): GrowingDraft {
  let rest: string | null = text === '' ? null : text;
  return {
    async next() {
      const next = rest;
      rest = null;
      return next;
    },
    draft: { text, tokens: 0, calls: 0, model: null, firstTextAtMs: null, checkMs: 0, failure: null },
    moves: [],
    [Symbol.dispose]: () => undefined,
  };
}

/** Starts the writer. The draft ends when `signal` aborts, even if the writer ignores it. */
export function startDraft(drafting: Drafting, signal: AbortSignal): GrowingDraft {
  return new WriterDraft(drafting, signal);
}

/** Text that is checked in one piece. */
const AT_ONCE_CHARS = 400;

class WriterDraft implements GrowingDraft {
  readonly #parts: AsyncGenerator<WrittenPart>;
  readonly #signal: AbortSignal;
  readonly #filter: TextFilter;
  readonly #preface: string;
  #rejectPending: (reason: Failure) => void = () => undefined;
  #isOver = false;
  #text = '';
  /**
   * The offset to add to positions in the filter's text; negative if white space was removed at the start.
   */
  #shift = 0;
  #tokens = 0;
  /** Text whose tokens `#tokens` does not include yet. */
  #uncounted = '';
  #model: string | null = null;
  #firstTextAtMs: number | null = null;
  #checkMs = 0;
  #failure: Failure | null = null;

  constructor({ writer, task, preface, filter }: Drafting, signal: AbortSignal) {
    this.#parts = writer.write(task, signal);
    this.#signal = signal;
    this.#filter = filter;
    this.#preface = preface;
    // One listener for all parts instead of one per part, because an answer has hundreds.
    signal.addEventListener('abort', this.#onAbort);
  }

  get draft(): Draft {
    return {
      text: this.#text,
      tokens: this.#tokens,
      calls: this.#tokens === 0 ? 0 : this.#model === null ? 1 : 2,
      model: this.#model,
      firstTextAtMs: this.#firstTextAtMs,
      checkMs: this.#checkMs,
      failure: this.#failure,
    };
  }

  get moves(): readonly CitationMove[] {
    return this.#filter.moves.map((move) => ({ ...move, at: move.at + this.#shift }));
  }

  async next(): Promise<string | null> {
    while (!this.#isOver) {
      const part = await this.#nextPart();
      const taken = part === null ? this.#finish() : this.#take(part);
      const text = typeof taken === 'string' ? taken : await taken;
      if (text !== '') return text;
    }
    return null;
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    // This call is not awaited, because a generator that is stuck in an await does not react to it.
    this.#parts.return(undefined).catch(() => undefined);
  }

  readonly #onAbort = () => this.#rejectPending(abortReason(this.#signal));

  /** The writer's next part; null if it ended or failed. */
  async #nextPart(): Promise<WrittenPart | null> {
    try {
      if (this.#signal.aborted) throw abortReason(this.#signal);
      const next = await new Promise<IteratorResult<WrittenPart>>((resolve, reject) => {
        this.#rejectPending = reject;
        this.#parts.next().then(resolve, reject);
      });
      if (!next.done) return next.value;
    } catch (error) {
      this.#failure = toFailure(error);
      this.#tokens += this.#tokens > 0 ? countTokens(this.#uncounted) : 0;
    }
    this.#isOver = true;
    return null;
  }

  #take(part: WrittenPart): string | Promise<string> {
    switch (part.type) {
      case 'usage':
        this.#tokens = part.tokens;
        this.#uncounted = '';
        return '';
      case 'model':
        this.#model = part.name;
        return '';
      case 'text':
        this.#uncounted += part.text;
        return part.text.length > AT_ONCE_CHARS ? this.#takeLong(part.text) : this.#takeText(part.text);
    }
  }

  #takeText(text: string): string {
    return this.#accept(this.#check(() => this.#filter.push(text)));
  }

  /** A server may send a whole answer at once. Between its pieces, other requests are served. */
  async #takeLong(text: string): Promise<string> {
    const breathe = createBreather();
    let taken = '';
    for (let at = 0; at < text.length; at += AT_ONCE_CHARS) {
      taken += this.#takeText(text.slice(at, at + AT_ONCE_CHARS));
      await breathe();
    }
    return taken;
  }

  #finish(): string {
    const rest = this.#accept(this.#check(() => this.#filter.end()));
    if (this.#text === '') this.#failure ??= new Failure('model-unavailable', notes.nothingWritten);
    return rest;
  }

  #check(step: () => string): string {
    const startedAtMs = performance.now();
    const checked = step();
    this.#checkMs += performance.now() - startedAtMs;
    return checked;
  }

  /** The piece to emit: white space before the first word is removed, and the preface comes first. */
  #accept(checked: string): string {
    if (this.#text !== '') {
      this.#text += checked;
      return checked;
    }
    const start = checked.trimStart();
    this.#shift -= checked.length - start.length;
    if (start === '') return '';
    this.#firstTextAtMs = performance.now();
    this.#text = this.#preface === '' ? start : `${this.#preface}\n\n${start}`;
    this.#shift += this.#text.length - start.length;
    return this.#text;
  }
}

/**
 * Quotes from the sources, as Markdown with citations, for an answer that the model did not write. An empty
 * string if nothing in them is suitable. Takes milliseconds, so it may run after the deadline; throws only
 * the signal's reason.
 */
export async function quoteSources(writer: Writer, task: WritingTask, signal: AbortSignal): Promise<string> {
  let text = '';
  try {
    for await (const part of writer.write(task, signal)) if (part.type === 'text') text += part.text;
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return '';
  }
  return text.trim();
}

import {
  createAnswerFilter,
  createCitationFilter,
  createMarkdownSanitizer,
  createOutputPolicy,
  linkHostsOf,
  loadFormulasFor,
  toStatements,
} from '@sayso/markdown';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { createRightSource } from '@sayso/verdicts';
import type { CitationMove } from '../core/answer.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { Failure, toFailure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { type Trace, untraced } from '../core/run.ts';
import type { CutPrompt } from '../core/usage.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { notes } from './answer-words.ts';

/** What a writer produced, however it ended. */
export type Draft = {
  /** Checked Markdown: the texts of all deltas joined. */
  readonly text: string;
  /** The citations in the text that were changed, in order. */
  readonly citationMoves: readonly CitationMove[];
  /** Prompt and completion tokens; an estimate if the writer did not finish. */
  readonly tokens: number;
  readonly cost?: number;
  /** The number of model calls: two if the first model wrote nothing and a second one took over. */
  readonly calls: number;
  /** What the model's server cut off the prompt; null if nothing. */
  readonly cut: CutPrompt | null;
  /** The model that wrote it, if the writer reported one; null for the writer's own name. */
  readonly model: string | null;
  /** When the first text arrived, on the clock of `performance.now()`; null if none did. */
  readonly firstTextAtMs: number | null;
  /** The time spent on checking, in milliseconds. */
  readonly checkMs: number;
  /** Why the writer did not finish; null if it did. */
  readonly failure: Failure | null;
};

/** A filter for one answer: only citations of existing sources, and as the output policy writes it. */
type TextFilter = {
  /** Takes a piece; returns the text that is certain now. */
  push(piece: string): string;
  /** Returns the rest of the text. */
  end(): string;
  /** The changed citations, in the order of the returned text. */
  readonly moves: readonly CitationMove[];
};

/** A draft that consists of a fixed text, which no model wrote. */
export function fixedDraft(text: string): Draft {
  return {
    text,
    citationMoves: [],
    tokens: 0,
    calls: 0,
    cut: null,
    model: null,
    firstTextAtMs: null,
    checkMs: 0,
    failure: null,
  };
}

/** Makes a draft from the parts of a writer: checks their text, and counts tokens and time. */
class DraftBuilder {
  readonly #filter: TextFilter;
  readonly #preface: string;
  #text = '';
  /** The offset to add to positions in the filter's text; negative if white space was removed before. */
  #shift = 0;
  #tokens = 0;
  #cost: number | undefined;
  /** Text whose tokens `#tokens` does not include yet. */
  #uncounted = '';
  #cut: CutPrompt | null = null;
  #model: string | null = null;
  #firstTextAtMs: number | null = null;
  #checkMs = 0;
  #failure: Failure | null = null;

  /** @param preface sentences placed before the text; may be empty */
  constructor(filter: TextFilter, preface: string) {
    this.#filter = filter;
    this.#preface = preface;
  }

  get draft(): Draft {
    return {
      text: this.#text,
      citationMoves: this.citationMoves,
      tokens: this.#tokens,
      cost: this.#cost,
      calls: this.#calls,
      cut: this.#cut,
      model: this.#model,
      firstTextAtMs: this.#firstTextAtMs,
      checkMs: this.#checkMs,
      failure: this.#failure,
    };
  }

  get #calls(): number {
    if (this.#tokens === 0) return 0;
    // Only a second model that took over reports its name.
    return this.#model === null ? 1 : 2;
  }

  /** The citations that were changed so far, with their positions in the draft's text. */
  get citationMoves(): readonly CitationMove[] {
    return this.#filter.moves.map((move) => ({ ...move, at: move.at + this.#shift }));
  }

  /** Notes the tokens, the name of the model, or that its prompt was cut. */
  note(part: Exclude<WrittenPart, { type: 'text' }>): void {
    if (part.type === 'model') this.#model = part.name;
    else if (part.type === 'cut') this.#cut = part;
    else {
      this.#tokens = part.tokens;
      this.#cost = part.cost;
      this.#uncounted = '';
    }
  }

  /** Adds text of the writer; returns the checked text to emit, which may be empty. */
  add(text: string): string {
    this.#uncounted += text;
    return this.#take(() => this.#filter.push(text));
  }

  /** Notes why the writer stopped; the tokens of the text since its last count are estimated. */
  fail(failure: Failure): void {
    this.#failure = failure;
    if (this.#tokens > 0) this.#tokens += estimateTokens(this.#uncounted);
  }

  /** Ends the text; returns the rest to emit. A draft without any text has failed. */
  finish(): string {
    const rest = this.#take(() => this.#filter.end());
    if (this.#text === '') this.#failure ??= new Failure('model-unavailable', notes.nothingWritten);
    return rest;
  }

  /** The checked piece to emit: white space before the first word is removed, and the preface comes first. */
  #take(check: () => string): string {
    const startedAtMs = performance.now();
    const checkedText = check();
    this.#checkMs += performance.now() - startedAtMs;
    if (this.#text !== '') {
      this.#text += checkedText;
      return checkedText;
    }
    const firstText = checkedText.trimStart();
    this.#shift -= checkedText.length - firstText.length;
    if (firstText === '') return '';
    this.#firstTextAtMs = performance.now();
    this.#text = this.#preface === '' ? firstText : `${this.#preface}\n\n${firstText}`;
    this.#shift += this.#text.length - firstText.length;
    return this.#text;
  }
}

/** What a draft is made of. */
type DraftOptions = {
  readonly writer: Writer;
  readonly task: WritingTask;
  /** Sentences placed before the writer's text; may be empty. */
  readonly preface: string;
  readonly filter: TextFilter;
  /** Nothing is traced if absent. */
  readonly trace?: Trace;
};

/** Text that is checked in one piece, in characters. */
const AT_ONCE_CHARS = 400;

/** Emits the checked text as it arrives; returns the whole draft, of which a failure is a part. */
export async function* writeDraft(
  { writer, task, preface, filter, trace = untraced }: DraftOptions,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  const startMs = performance.now();
  const facts = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': writer.name };
  const builder = new DraftBuilder(filter, preface);
  let emittedMoves = 0;
  function* emit(text: string): Generator<AnswerEvent> {
    if (text === '') return;
    const moves = builder.citationMoves.slice(emittedMoves);
    emittedMoves += moves.length;
    for (const move of moves) yield { type: 'citation-moved', move };
    yield { type: 'answer-delta', text };
  }
  try {
    for await (const part of trace.each('write', facts, writer.write(task, signal))) {
      if (part.type !== 'text') {
        builder.note(part);
        continue;
      }
      const isShort = part.text.length <= AT_ONCE_CHARS;
      const text = isShort ? builder.add(part.text) : await addInPieces(builder, part.text);
      // Whoever renders the text as it arrives must find the parser.
      await loadFormulasFor(text);
      yield* emit(text);
    }
  } catch (error) {
    builder.fail(toFailure(error));
  }
  const rest = builder.finish();
  await loadFormulasFor(rest);
  yield* emit(rest);
  const { draft } = builder;
  // Text is checked in small pieces while it is written.
  trace.past('check', { 'sayso.busy_ms': draft.checkMs }, { startMs, endMs: performance.now() });
  return draft;
}

/** A server may send a whole answer at once. Between its pieces, other requests are served. */
async function addInPieces(builder: DraftBuilder, text: string): Promise<string> {
  const yieldIfDue = createYielding();
  let checkedText = '';
  for (let at = 0; at < text.length; at += AT_ONCE_CHARS) {
    checkedText += builder.add(text.slice(at, at + AT_ONCE_CHARS));
    await yieldIfDue();
  }
  return checkedText;
}

/** The number of tokens that remain after the calls so far; undefined for no limit. */
export function remainingTokens(maxTokens: number | undefined, usedTokens: number): number | undefined {
  return maxTokens === undefined ? undefined : Math.max(0, maxTokens - usedTokens);
}

/** In data, and in the result of a task, brackets are no citations. */
const UNFILTERED: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

/** Makes the filter for the text of one answer. */
export function createTextFilter(
  { data, intent }: Question,
  { sources, language }: Pick<Evidence, 'sources' | 'language'>,
): TextFilter {
  if (data !== undefined) return UNFILTERED;
  const citations =
    intent === 'task'
      ? UNFILTERED
      : createCitationFilter(sources.length, createRightSource(sources, language));
  return createAnswerFilter(citations, createOutputPolicy(linkHostsOf(sources)));
}

/** The Markdown as the output policy writes it, with links to the sources. */
export const sanitizeMarkdown = createMarkdownSanitizer();

/** The changed citations of a draft in its final form, without those in statements left out; absent if none. */
export function citationMovesInFinalText(
  finalText: string,
  { text, citationMoves }: Pick<Draft, 'text' | 'citationMoves'>,
  sourceCount: number,
): readonly CitationMove[] | undefined {
  if (citationMoves.length === 0) return undefined;
  const moves = text.startsWith(finalText)
    ? citationMoves.filter(({ at }) => at <= finalText.length)
    : movedWithStatements(citationMoves, keptStatements(finalText, text, sourceCount));
  return moves.length > 0 ? moves : undefined;
}

function movedWithStatements(
  moves: readonly CitationMove[],
  kept: ReturnType<typeof keptStatements>,
): readonly CitationMove[] {
  return moves.flatMap((move) => {
    const statement = kept.find(({ from, to }) => move.at >= from && move.at <= to);
    return statement === undefined ? [] : { ...move, at: statement.start + move.at - statement.from };
  });
}

/** The statements of a text that its final form still has, in order, and where they start there. */
function keptStatements(finalText: string, text: string, sourceCount: number) {
  let searchFrom = 0;
  return toStatements(text, sourceCount).flatMap(({ from, to }) => {
    // Two statements may be the same; the search continues behind the earlier one.
    const start = finalText.indexOf(text.slice(from, to), searchFrom);
    if (start < 0) return [];
    searchFrom = start + to - from;
    return { from, to, start };
  });
}

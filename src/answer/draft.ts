import type { CitationMove } from '../core/answer.ts';
import { Failure } from '../core/failure.ts';
import { countTokens } from '../lib/text/tokens.ts';
import type { WrittenPart } from '../write/writer.ts';
import { notes } from './notes.ts';

/** What a writer produced, however it ended. */
export type Draft = {
  /** Checked Markdown: the texts of all deltas joined. */
  readonly text: string;
  /** The citations in the text that were changed, in order. */
  readonly citationMoves: readonly CitationMove[];
  /** Prompt and completion tokens; an estimate if the writer did not finish. */
  readonly tokens: number;
  /** The number of model calls: two if the first model wrote nothing and a second one took over. */
  readonly calls: number;
  /** The model that wrote it, if the writer reported one; null for the writer's own name. */
  readonly model: string | null;
  /** The probability that its first quote answers, 0 to 1; null if it does not consist of quotes. */
  readonly confidence: number | null;
  /** When the first text arrived, on the clock of `performance.now()`; null if none did. */
  readonly firstTextAtMs: number | null;
  /** The time spent on checking, in milliseconds. */
  readonly checkMs: number;
  /** Why the writer did not finish; null if it did. */
  readonly failure: Failure | null;
};

/** A filter for one answer: only citations of existing sources, and as the output policy writes it. */
export type TextFilter = {
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
    model: null,
    confidence: null,
    firstTextAtMs: null,
    checkMs: 0,
    failure: null,
  };
}

/** Makes a draft from the parts of a writer: checks their text, and counts tokens and time. */
export class DraftBuilder {
  readonly #filter: TextFilter;
  readonly #preface: string;
  #text = '';
  /** The offset to add to positions in the filter's text; negative if white space was removed before. */
  #shift = 0;
  #tokens = 0;
  /** Text whose tokens `#tokens` does not include yet. */
  #uncounted = '';
  #model: string | null = null;
  #confidence: number | null = null;
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
      calls: this.#calls,
      model: this.#model,
      confidence: this.#confidence,
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

  /** Notes the tokens, the name of the model or the confidence. */
  note(part: Exclude<WrittenPart, { type: 'text' }>): void {
    if (part.type === 'model') this.#model = part.name;
    else if (part.type === 'confidence') this.#confidence = part.confidence;
    else {
      this.#tokens = part.tokens;
      this.#uncounted = '';
    }
  }

  /** Adds text of the writer; returns the checked text to emit, which may be empty. */
  add(text: string): string {
    this.#uncounted += text;
    return this.#append(this.#timed(() => this.#filter.push(text)));
  }

  /** Notes why the writer stopped; the tokens of the text since its last count are estimated. */
  fail(failure: Failure): void {
    this.#failure = failure;
    if (this.#tokens > 0) this.#tokens += countTokens(this.#uncounted);
  }

  /** Ends the text; returns the rest to emit. A draft without any text has failed. */
  finish(): string {
    const rest = this.#append(this.#timed(() => this.#filter.end()));
    if (this.#text === '') this.#failure ??= new Failure('model-unavailable', notes.nothingWritten);
    return rest;
  }

  #timed(check: () => string): string {
    const startedAtMs = performance.now();
    const checkedText = check();
    this.#checkMs += performance.now() - startedAtMs;
    return checkedText;
  }

  /** The piece to emit: white space before the first word is removed, and the preface comes first. */
  #append(checkedText: string): string {
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

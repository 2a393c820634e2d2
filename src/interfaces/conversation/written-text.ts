import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Answer, JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import type { Source } from '../../core/source.ts';
import { errorMarkdown } from '../../render/text-with-error.ts';
import { type FindPlaces, toUrlCitations, type UrlCitation } from './url-citations.ts';

/** A call of the caller's function; its arguments are the text of the answer. */
export type FunctionCall = { readonly id: string; readonly name: string };

type WrittenOptions = {
  /** The call that the text is for; null for a text to read. */
  readonly call: FunctionCall | null;
  /** Whether nothing is sent before the answer is whole: data are checked first. */
  readonly isHeldBack: boolean;
  /** Finds the places in the text that cite sources. */
  readonly findPlaces: FindPlaces;
  /** Makes the text of the whole answer. May throw the Failure that replaces it. */
  toWhole(answer: Answer): string;
};

const CITATION = /\[(\d{1,2})\]/g;
/** The longest citation; it may begin before the last piece. */
const CITATION_CHARS = 4;
/** Numbers in code look like citations. After as many of them, the rest is told at the end. */
const MAX_VAIN_SEARCHES = 20;

/**
 * The text of an answer as its caller has received it, with its citations. Text that was sent cannot be taken
 * back: if the whole answer begins with it, the rest is the last piece; otherwise the reason follows.
 */
export class WrittenText {
  readonly call: FunctionCall | null;
  /** Everything sent so far. */
  sent = '';
  sources: readonly Source[] = [];
  /** The words of the last search; null if they are those of the question. */
  searchQuery: string | null = null;
  /** The statements whose quotes the citations have; null as long as the citations wait for them. */
  statements: readonly JudgedStatement[] | null = [];
  readonly #options: WrittenOptions;
  #toldCount = 0;
  #vainSearches = 0;

  constructor(options: WrittenOptions) {
    this.call = options.call;
    this.#options = options;
  }

  /** The text to send for an event; empty for nothing. */
  take(event: AnswerEvent): string {
    if (event.type === 'search-end') this.searchQuery = event.query ?? this.searchQuery;
    if (event.type === 'sources') this.sources = event.sources;
    if (event.type === 'answer-delta' && !this.#options.isHeldBack) return this.#send(event.text);
    if (event.type !== 'answer-end') return '';
    this.sources = event.answer.sources;
    return this.#send(restOf(event.answer, this.sent, this.#options.toWhole(event.answer)));
  }

  #send(text: string): string {
    this.sent += text;
    return text;
  }

  /** All citations of the text so far; those that were told come first. */
  get citations(): readonly UrlCitation[] {
    const { sent, sources, statements } = this;
    if (statements === null) return [];
    const places = this.#options.findPlaces(sent, sources);
    return toUrlCitations(places, sources, { minCount: this.#toldCount, statements });
  }

  /** The citations that were not told yet. */
  takeCitations(): readonly UrlCitation[] {
    const added = this.citations.slice(this.#toldCount);
    this.#toldCount += added.length;
    return added;
  }

  /**
   * The citations that the last piece of the text adds: that of each source which it cites first, after those
   * of all sources with lower numbers. The text is searched only if a number appears that was not told.
   */
  takeCitationsOf(piece: string): readonly UrlCitation[] {
    if (this.#vainSearches >= MAX_VAIN_SEARCHES) return [];
    const end = this.sent.slice(-(piece.length + CITATION_CHARS));
    const isNew = (number: number) => number > this.#toldCount && number <= this.sources.length;
    if (![...end.matchAll(CITATION)].some(([, digits]) => isNew(Number(digits)))) return [];
    const added = this.takeCitations();
    if (added.length === 0) this.#vainSearches++;
    return added;
  }

  /** The tokens of an answer. Only their sum is reported; the share of its own text is estimated. */
  tokensOf({ tokensUsed }: Answer): { readonly input: number; readonly output: number } {
    const output = Math.min(tokensUsed, estimateTokens(this.sent));
    return { input: tokensUsed - output, output };
  }
}

function restOf({ error }: Answer, sent: string, whole: string): string {
  if (whole.startsWith(sent)) return whole.slice(sent.length);
  return error === null ? '' : `…\n\n${errorMarkdown(error)}`;
}

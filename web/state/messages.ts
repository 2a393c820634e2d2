import { ANSWER_PROBLEMS, type AnswerProblem } from '../../src/core/answer.ts';
import type { AskBody } from '../../src/interfaces/rest/reply.ts';
import type { StreamedSource } from '../../src/interfaces/rest/source.ts';

/** A numbered source as the service sends it; `url` and `icon` are empty unless they may be used here. */
export type PageSource = Omit<StreamedSource, 'search_engine'>;

/** One step of the service before the writing began; times in milliseconds. */
export type PageStep =
  /** The query, if it is not the question itself, and the number of the search, from 0. */
  | {
      readonly kind: 'query';
      readonly query: string;
      readonly search: number;
      /** The addresses that it found; absent if the service does not report them. */
      readonly found?: readonly string[];
    }
  | {
      readonly kind: 'slot';
      readonly engine: string;
      readonly status: string;
      /** The reason why it failed or was skipped, in words; otherwise empty. */
      readonly cause: string;
      /** The kind of failure, if the service reports it; otherwise empty. */
      readonly reason: string;
      readonly tookMs: number;
      /** The limits on sources that the search did not respect, by the names of the interface. */
      readonly ignored: readonly string[];
    }
  | {
      readonly kind: 'page';
      readonly url: string;
      /** The reason why it was not read, in words; empty if it was read. */
      readonly reason: string;
      readonly tookMs: number;
      /** The kind of service that rendered it; absent if none did. */
      readonly renderedBy?: string;
    };

/** The time of each step of an answer, in milliseconds. */
export type PageTimes = { readonly search: number; readonly read: number; readonly write: number };

/** The whole answer, from `answer-end`. */
export type PageAnswer = {
  /** An id that stays the same when the answer is stored and shown again. */
  readonly id: string;
  /** The service finds the sources by it; absent if the answer has none, and in older stored answers. */
  readonly answerId?: string | undefined;
  readonly markdown: AskBody['answer'];
  readonly html: AskBody['html_answer'];
  readonly speech: AskBody['speakable_text'];
  readonly sources: readonly PageSource[];
  readonly model: AskBody['model'];
  readonly tokensUsed: AskBody['tokens_used'];
  /** What the answer lacks; empty if nothing. */
  readonly problem: AnswerProblem | '';
  /** Empty if there was no problem. */
  readonly error: NonNullable<AskBody['error']>;
};

/** The facts about the service that the page needs before the first question. */
export type PageHealth = {
  readonly configured: boolean;
  /** The maximum number of characters in a question. */
  readonly maxQueryChars: number;
};

/** The value of a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field of a received value; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** A text field; empty if missing. */
export function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** A number field; null if missing. */
export function numberField(value: unknown, name: string): number | null {
  const found = field(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** A list field; empty if missing. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

/** The texts in a list field. */
export function textsIn(value: unknown, name: string): string[] {
  return listField(value, name).filter((text) => typeof text === 'string');
}

/**
 * The sources of a `sources` or `answer-end` message. A URL that is not http or https is dropped, because it
 * would become a link.
 */
export function readSources(message: unknown): PageSource[] {
  return listField(message, 'sources').map((item, position) => ({
    index: numberField(item, 'index') ?? position + 1,
    title: textField(item, 'title'),
    url: /^https?:\/\//i.test(textField(item, 'url')) ? textField(item, 'url') : '',
    snippet: textField(item, 'snippet'),
    ...basisOf(item),
    ...originOf(item),
    ...pictureOf(item),
    icon: /^icon\?[\w%.&=-]+$/.test(textField(item, 'icon')) ? textField(item, 'icon') : '',
  }));
}

/** The kind of text behind the source, its publication date, and whether the reader prefers its site, if known. */
function basisOf(item: unknown): Pick<PageSource, 'basis' | 'date' | 'preferred'> {
  const basis = (['page', 'text', 'snippet'] as const).find((each) => each === textField(item, 'basis'));
  const date = textField(item, 'date');
  return {
    ...(textField(item, 'preferred') === 'caller' && { preferred: 'caller' as const }),
    ...(basis !== undefined && { basis }),
    ...(!Number.isNaN(Date.parse(date)) && { date }),
  };
}

/** The path of the page's picture, if the service serves one. */
function pictureOf(item: unknown): Pick<PageSource, 'picture'> {
  const picture = textField(item, 'picture');
  return /^picture\?[\w%.&=*+-]+$/.test(picture) ? { picture } : {};
}

/** The site, the authors, and when and by what the page was read, if known. */
function originOf(item: unknown): Pick<PageSource, 'site' | 'author' | 'read' | 'rendered_by'> {
  const names = (['site', 'author', 'read', 'rendered_by'] as const).filter(
    (name) => textField(item, name) !== '',
  );
  return Object.fromEntries(names.map((name) => [name, textField(item, name)]));
}

/**
 * The steps of a `search-end` message: the query, if the service reports it, and the slots in the order of
 * their calls.
 */
export function readSearch(message: unknown): PageStep[] {
  const query = textField(message, 'query');
  const slots = listField(message, 'slots').map(
    (item): PageStep => ({
      kind: 'slot',
      engine: textField(item, 'search_engine'),
      status: textField(item, 'status'),
      cause: textField(item, 'cause'),
      reason: textField(item, 'reason'),
      tookMs: numberField(item, 'took_ms') ?? 0,
      ignored: textsIn(item, 'ignored'),
    }),
  );
  return query === ''
    ? slots
    : [{ kind: 'query', query, search: numberField(message, 'search') ?? 0, ...foundBy(message) }, ...slots];
}

function foundBy(message: unknown): { readonly found?: readonly string[] } {
  if (field(message, 'found') === undefined) return {};
  return { found: textsIn(message, 'found') };
}

/** The questions of a `plan` or `gap` message. */
export function readPlan(message: unknown): string[] {
  return [...textsIn(message, 'sub_questions'), ...textsIn(message, 'missing')];
}

/** When the answer must have ended, in milliseconds since 1970; null if the message does not say. */
export function readEnd(message: unknown): number | null {
  const leftMs = numberField(message, 'remaining_ms');
  return leftMs === null ? null : Date.now() + leftMs;
}

/** The page of a `page-read` or `page-skip` message. */
export function readPage(message: unknown): PageStep {
  return {
    kind: 'page',
    url: textField(message, 'url'),
    reason: textField(message, 'reason'),
    tookMs: numberField(message, 'took_ms') ?? 0,
    renderedBy: textField(message, 'rendered_by'),
  };
}

/** The cost of a `usage` message with its currency; empty if nothing has a price. */
export function readCost(message: unknown): string {
  const cost = numberField(message, 'cost');
  return cost === null ? '' : `${Number(cost.toPrecision(2))} ${textField(message, 'currency')}`;
}

/** The times of a `timing` message, or of stored ones, whose names end in `unit`; null if it has none. */
export function readTimes(message: unknown, unit = '_ms'): PageTimes | null {
  const [search, read, write] = ['search', 'read', 'write'].map((name) => numberField(message, name + unit));
  return search == null || read == null || write == null ? null : { search, read, write };
}

/** The sentences of a `support` message, one for each citation, in the order of the answer. */
export function readQuotes(message: unknown): string[] {
  return listField(message, 'citations').map((item) => textField(item, 'quote'));
}

/** An id for an answer of this browser. */
export function newAnswerId(): string {
  return `${Date.now()} ${Math.random()}`;
}

/** What an answer lacks; empty if nothing, or if it is unknown. */
export function readProblem(message: unknown): PageAnswer['problem'] {
  return ANSWER_PROBLEMS.find((each) => each === textField(message, 'problem')) ?? '';
}

/** The answer of an `answer-end` message, or of the plain JSON form. */
export function readAnswer(message: unknown): PageAnswer {
  return {
    id: newAnswerId(),
    answerId: textField(message, 'answer_id') || undefined,
    markdown: textField(message, 'answer'),
    html: textField(message, 'html_answer'),
    speech: textField(message, 'speakable_text'),
    sources: readSources(message),
    model: textField(message, 'model'),
    tokensUsed: numberField(message, 'tokens_used') ?? 0,
    problem: readProblem(message),
    error: textField(message, 'error'),
  };
}

/**
 * The health object, and the limit in a header of its reply; a service that reports nothing about its model
 * counts as configured.
 */
export function readHealth(message: unknown, headers: Headers): PageHealth {
  const maxQueryChars = Number(headers.get('sayso-max-query-chars')) || Number.POSITIVE_INFINITY;
  return { configured: field(message, 'llm_configured') !== false, maxQueryChars };
}

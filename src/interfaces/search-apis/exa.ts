import type { Page } from '../../core/source.ts';
import { firstChars } from '../../lib/text/text.ts';
import { textWithError } from '../../render/text-with-error.ts';
import { GrowingText } from '../conversation/growing-text.ts';
import { answerEvents } from '../http/call-service.ts';
import { DONE_FRAME, replyWithStream, toEventFrame } from '../http/stream.ts';
import { Fields } from './fields.ts';
import {
  type Finding,
  findAnswer,
  findHits,
  findPassages,
  fromSource,
  MAX_HITS,
  questionOf,
  type SearchEndpoint,
} from './find.ts';
import { readUrls } from './read-urls.ts';
import { readScope, type ScopeFields } from './scope.ts';

const DEFAULT_RESULTS = 10;
const DEFAULT_SOURCES = 5;
/** The longest text of one page, in characters. */
const MAX_CHARS = 100_000;

const toDateOnly = (time: string) => time.replace(/T.*$/s, '');
const SCOPE: ScopeFields = {
  country: 'userLocation',
  since: ['startPublishedDate', toDateOnly],
  until: ['endPublishedDate', toDateOnly],
  only: 'includeDomains',
  never: 'excludeDomains',
};

/** Exa's `POST /search`. With `contents`, pages are read; unknown fields are left out. */
export const exaSearch: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body);
  const limit = fields.count('numResults', { min: 1, max: MAX_HITS }) ?? DEFAULT_RESULTS;
  const wanted = { query: fields.query('query', call.deps), scope: readScope(fields, SCOPE), limit };
  const contents = contentsOf(new Fields(fields.value('contents')));
  const found =
    contents.chars === null && !contents.hasHighlights
      ? (await findHits(call, wanted)).found
      : await findPassages(call, wanted);
  return { requestId: call.request.id, results: found.map((finding) => toResult(finding, contents)) };
};

/** Exa's `POST /contents`: the text of pages, and the status of each page. */
export const exaContents: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body);
  const read = await readUrls(call, fields.texts('urls') ?? fields.texts('ids'));
  const chars = contentsOf(fields).chars ?? MAX_CHARS;
  return {
    requestId: call.request.id,
    results: read.flatMap(({ url, page }) => (page === null ? [] : [toPageResult(url, page, chars)])),
    statuses: read.map(({ url, failure }) => toStatus(url, failure)),
  };
};

/** Exa's `POST /answer`, whole or as a stream of pieces that begins with the citations. */
export const exaAnswer: SearchEndpoint = async (call) => {
  const { id: requestId, body } = call.request;
  const fields = new Fields(body);
  const wanted = { query: fields.query('query', call.deps), limit: DEFAULT_SOURCES };
  if (fields.value('stream') !== true) {
    const { answer, found } = await findAnswer(call, wanted);
    return { requestId, answer: textWithError(answer), citations: found.map(toCitation) };
  }
  const text = new GrowingText(false);
  return replyWithStream(call, answerEvents(call.deps, call, questionOf(wanted, call)), {
    frame(event) {
      if (event.type === 'sources')
        return toEventFrame({ citations: event.sources.map(fromSource).map(toCitation) });
      const content = text.take(event);
      if (content === '') return '';
      return toEventFrame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] });
    },
    isCertain: ({ type }) => type === 'answer-delta' || type === 'answer-end',
    failure: ({ message, status }) => toEventFrame({ requestId, error: message, statusCode: status }),
    end: DONE_FRAME,
  });
};

/** The parts of each page that are wanted. */
type Contents = {
  /** The maximum length of the text, in characters; null for no text. */
  readonly chars: number | null;
  /** Whether passages are included. */
  readonly hasHighlights: boolean;
};

function contentsOf(fields: Fields): Contents {
  const text = fields.value('text');
  const limits = { min: 1, max: 1_000_000 };
  const maxChars = typeof text === 'object' ? new Fields(text).count('maxCharacters', limits) : undefined;
  return {
    chars: isWanted(text) ? Math.min(MAX_CHARS, maxChars ?? MAX_CHARS) : null,
    hasHighlights: isWanted(fields.value('highlights')),
  };
}

function isWanted(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null);
}

function toResult({ url, title, publishedAt, passages, ...found }: Finding, contents: Contents) {
  const { chars, hasHighlights } = contents;
  return {
    id: url,
    url,
    title,
    publishedDate: publishedAt,
    ...(chars !== null && { text: firstChars(found.text ?? found.content, chars) }),
    ...(hasHighlights && { highlights: passages }),
  };
}

function toPageResult(url: string, { title, publishedAt, text }: Page, chars: number) {
  return { id: url, url, title, publishedDate: publishedAt ?? undefined, text: firstChars(text, chars) };
}

function toStatus(id: string, failure: Error | null) {
  if (failure === null) return { id, status: 'success' };
  const error = { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404, message: failure.message };
  return { id, status: 'error', error };
}

function toCitation({ url, title }: Finding) {
  return { id: url, url, title };
}

import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import { firstChars } from '../../lib/text/text.ts';
import { textWithError } from '../../render/text-with-error.ts';
import { growText } from '../conversation/growing-text.ts';
import { answerEvents } from '../http/call-service.ts';
import { DONE_FRAME, toEventFrame } from '../http/event-frame.ts';
import { replyWithStream } from '../http/stream.ts';
import { type Fields, fieldsOf, needed } from './fields.ts';
import {
  asQuestion,
  type Finding,
  findAnswer,
  findHits,
  findPassages,
  fromSource,
  MAX_HITS,
  type SearchEndpoint,
} from './find.ts';
import { readUrls } from './read-urls.ts';
import { scopeOf, toHosts } from './scope.ts';

const RESULTS = 10;
const SOURCES = 5;
/** The longest text of one page, in characters. */
const MAX_CHARS = 100_000;

/**
 * Exa's `POST /search`. With `contents`, pages are read: `text` is the text of the page, and `highlights` has
 * its best passages. Authors, images and summaries are not known and are left out.
 */
export const exaSearch: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.body);
  const limit = fields.count('numResults', { min: 1, max: MAX_HITS }) ?? RESULTS;
  const wanted = { query: needed(fields, 'query'), name: 'query', scope: exaScope(fields), limit };
  const contents = contentsOf(fieldsOf(fields.value('contents')));
  const found =
    contents.text === null && !contents.hasHighlights
      ? (await findHits(deps, call, wanted)).found
      : await findPassages(deps, call, wanted);
  return { requestId: call.request.id, results: found.map((each) => toResult(each, contents)) };
};

/** Exa's `POST /contents`: the text of pages, and the status of each page. */
export const exaContents: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.body);
  const read = await readUrls(deps, call, fields.texts('urls') ?? fields.texts('ids') ?? []);
  const { text = MAX_CHARS } = contentsOf(fields);
  return {
    requestId: call.request.id,
    results: read.flatMap(({ url, page }) =>
      page === null
        ? []
        : [
            {
              id: url,
              url,
              title: page.title,
              ...dated(page),
              text: firstChars(page.text, text ?? MAX_CHARS),
            },
          ],
    ),
    statuses: read.map(({ url, reason }) =>
      reason === null
        ? { id: url, status: 'success' }
        : {
            id: url,
            status: 'error',
            error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404, message: reason },
          },
    ),
  };
};

/** Exa's `POST /answer`, whole or as a stream of pieces that begins with the citations. */
export const exaAnswer: SearchEndpoint = async (call, deps) => {
  const { request } = call;
  const fields = fieldsOf(request.body);
  const wanted = { query: needed(fields, 'query'), name: 'query', scope: ANY_SCOPE, limit: SOURCES };
  if (fields.value('stream') !== true) {
    const { answer, found } = await findAnswer(deps, call, wanted);
    return { requestId: request.id, answer: textWithError(answer), citations: found.map(toCitation) };
  }
  const events = answerEvents(deps, call, asQuestion(deps, call, wanted));
  const piece = (content: string) =>
    toEventFrame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] });
  const text = growText(false);
  return replyWithStream(call, events, {
    frame(event) {
      if (event.type === 'sources')
        return toEventFrame({ citations: event.sources.map(fromSource).map(toCitation) });
      const added = text.take(event);
      return added === '' ? '' : piece(added);
    },
    isCertain: ({ type }) => type === 'answer-delta' || type === 'answer-end',
    failure: ({ message, status }) =>
      toEventFrame({ requestId: request.id, error: message, statusCode: status }),
    end: DONE_FRAME,
  });
};

/**
 * The parts of each page that are wanted: the maximum length of the text, in characters, and whether passages
 * are included.
 */
type Contents = { readonly text: number | null; readonly hasHighlights: boolean };

function contentsOf(fields: Fields): Contents {
  const text = fields.value('text');
  const most = { min: 1, max: 1_000_000 };
  const maxChars = typeof text === 'object' ? fieldsOf(text).count('maxCharacters', most) : undefined;
  const hasHighlights = isOn(fields.value('highlights'));
  return { text: isOn(text) ? Math.min(MAX_CHARS, maxChars ?? MAX_CHARS) : null, hasHighlights };
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null);
}

function toResult(found: Finding, { text, hasHighlights }: Contents) {
  const { url, title, passages } = found;
  return {
    id: url,
    url,
    title,
    ...dated(found),
    ...(text !== null && { text: firstChars(found.text ?? found.content, text) }),
    ...(hasHighlights && { highlights: passages }),
  };
}

function toCitation({ url, title }: Finding) {
  return { id: url, url, title };
}

function dated({ publishedAt }: Pick<Finding, 'publishedAt'>) {
  return publishedAt === null ? {} : { publishedDate: publishedAt };
}

function exaScope(fields: Fields): Scope {
  const dayIn = (name: string) => fields.text(name)?.replace(/T.*$/s, '');
  return scopeOf(
    {
      country: fields.text('userLocation'),
      since: dayIn('startPublishedDate'),
      until: dayIn('endPublishedDate'),
      only: toHosts(fields.texts('includeDomains')),
      never: toHosts(fields.texts('excludeDomains')),
    },
    {
      country: 'userLocation',
      since: 'startPublishedDate',
      until: 'endPublishedDate',
      only: 'includeDomains',
      never: 'excludeDomains',
    },
  );
}

import { failed, found, type SearchOutcome, type SearchQuery } from '../backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { readResultData, readResultJson } from './mcp-result-data.ts';
import { readResultText } from './mcp-result-text.ts';

/** The result of a tool; everything in it is untrusted. */
export type ToolResult = {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
};

const MAX_TEXTS = 200;
const MAX_SHOWN_CHARS = 200;
const NOTHING = new RegExp(
  String.raw`\bno (?:web |search |relevant )?(?:results?|matches|pages?)\b|nothing (?:was )?found|` +
    `(?:could|did) ?n[o']t find any|0 results`,
  'i',
);
const LIMITED = /rate.?limit|too many requests|\b429\b|quota|slow down/i;
const REFUSED = /api.?key|unauthori[sz]ed|forbidden|\b40[13]\b|invalid token|not authenticated|credits?\b/i;

/**
 * The outcome of a search, read from `structuredContent`, from JSON in the texts, or from the usual text
 * forms. A result in another form is a failure that shows its beginning.
 */
export function readResult(result: ToolResult, query: SearchQuery): SearchOutcome {
  const texts = (result.content ?? [])
    .slice(0, MAX_TEXTS)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []));
  const text = texts.join('\n');
  if (result.isError === true) return toFailure(text);
  const inData = readResultData(result.structuredContent) ?? readResultJson(texts);
  const raw = inData?.hits ?? readResultText(text);
  if (raw.length > 0) return withoutUrls(raw, inData?.withoutUrl ?? 0, query);
  if (inData !== null && inData.withoutUrl > 0)
    return failed('protocol', `none of its ${inData.withoutUrl} results has a URL`);
  if (isEmpty(result, text)) return { status: 'empty' };
  return failed('protocol', `its results are in a form that cannot be read: ${shown(text)}`);
}

function withoutUrls(raw: readonly RawHit[], dropped: number, query: SearchQuery): SearchOutcome {
  const outcome = found(toHits(raw, query));
  if (dropped === 0 || outcome.status !== 'ok') return outcome;
  return {
    ...outcome,
    hint: `${dropped} of its ${raw.length + dropped} results have no URL and are left out`,
  };
}

/** True if the server says that it found nothing, or sent a list without entries. */
function isEmpty({ structuredContent }: ToolResult, text: string): boolean {
  if (NOTHING.test(text.slice(0, MAX_SHOWN_CHARS))) return true;
  const values =
    typeof structuredContent === 'object' && structuredContent !== null
      ? Object.values(structuredContent)
      : [];
  return (
    values.some((value) => Array.isArray(value) && value.length === 0) || /^\s*(?:\[\s*\])?\s*$/.test(text)
  );
}

function toFailure(text: string): SearchOutcome {
  const beginning = text.slice(0, 2_000);
  if (LIMITED.test(beginning)) return failed('rate', `it reports a limit: ${shown(text)}`);
  if (REFUSED.test(beginning))
    return failed('configuration', {
      cause: `it refuses the call: ${shown(text)}`,
      remedy: 'check SLOT_KEY',
    });
  if (NOTHING.test(beginning)) return { status: 'empty' };
  return failed('upstream', `it reports an error: ${shown(text)}`);
}

/** The beginning of a text on one line, in quotation marks, without what may be a key that it repeats. */
function shown(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SHOWN_CHARS)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/[\w-]{20,}/g, '…')
    .trim();
  return `"${line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line}"`;
}

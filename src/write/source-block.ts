import { toSnippet } from '@sayso/text/text.ts';
import { hostOf } from '@sayso/text/url.ts';
import type { Source } from '../core/source.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';

const DAY_MS = 86_400_000;
const MAX_TITLE_CHARS = 120;
const MAX_NAME_CHARS = 60;

/**
 * A source as a fenced block: its number, title and origin, and its passages. Everything is sanitized.
 * @param today for the age of the source; without it, only its date is stated
 */
export function toSourceBlock(source: Source, today?: Date): string {
  const title = toValue(toSnippet(sanitizeForPrompt(source.title), MAX_TITLE_CHARS));
  const text = sanitizeForPrompt(source.passages.map((passage) => passage.text).join('\n…\n')).trim();
  const host = toValue(hostOf(source.url));
  const origin = originOf(source, host) + (today ? toValueOf('age', ageOf(source, today)) : '');
  return `<source id="${source.index}" title="${title}" host="${host}"${origin}>\n${text}\n</source>`;
}

/** A source as a numbered line, for small models: title, host, date and passages. Everything is sanitized. */
export function toSourceLine(source: Source, today: Date): string {
  const { index, title, url, publishedAt = '', passages } = source;
  const age = ageOf(source, today);
  const head = toSnippet(sanitizeForPrompt(title), MAX_TITLE_CHARS);
  const date =
    publishedAt === '' ? '' : `, ${toSnippet(sanitizeForPrompt(publishedAt.slice(0, 10)), MAX_NAME_CHARS)}`;
  const text = passages.map((passage) => sanitizeForPrompt(passage.text)).join(' … ');
  return `[${index}] ${head} (${hostOf(url)}${date}${age && `, ${age} old`}): ${text.replace(/\s+/g, ' ').trim()}`;
}

/** The publisher of a source (if its host does not show it), its author, and its date. */
function originOf({ siteName = '', author = '', publishedAt = '' }: Source, host: string): string {
  const value = (text: string) => toValue(toSnippet(sanitizeForPrompt(text), MAX_NAME_CHARS));
  if (siteName === '' && author === '' && publishedAt === '') return '';
  const isInHost = lettersOf(host).includes(lettersOf(siteName));
  const stated = {
    site: isInHost ? '' : value(siteName),
    by: value(author),
    date: value(publishedAt.slice(0, 10)),
  };
  return Object.entries(stated)
    .map(([name, text]) => toValueOf(name, text))
    .join('');
}

function toValueOf(name: string, text: string): string {
  return text === '' ? '' : ` ${name}="${text}"`;
}

/** How long ago a source was published, in the largest unit that fits; small models do not subtract dates. */
function ageOf({ publishedAt = '' }: Source, today: Date): string {
  const days = Math.max(0, Math.floor((today.getTime() - Date.parse(publishedAt.slice(0, 10))) / DAY_MS));
  if (Number.isNaN(days)) return '';
  const [count, unit] =
    days < 60 ? [days, 'day'] : days < 730 ? [days / 30.4, 'month'] : [days / 365.25, 'year'];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Replaces quotation marks for an attribute. A host may have one, too (URL Standard, 3.3). */
function toValue(text: string): string {
  return text.replaceAll('"', "'");
}

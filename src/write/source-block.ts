import { toSnippet } from '@sayso/text/text.ts';
import { hostOf } from '@sayso/text/url.ts';
import type { Source } from '../core/source.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';

const MAX_TITLE_CHARS = 120;

const MAX_NAME_CHARS = 60;

/** A source as a fenced block: its number, title and origin, and its passages. Everything is sanitized. */
export function toSourceBlock(source: Source): string {
  const title = toValue(toSnippet(sanitizeForPrompt(source.title), MAX_TITLE_CHARS));
  const text = sanitizeForPrompt(source.passages.map((passage) => passage.text).join('\n…\n')).trim();
  const host = toValue(hostOf(source.url));
  const origin = originOf(source, host);
  return `<source id="${source.index}" title="${title}" host="${host}"${origin}>\n${text}\n</source>`;
}

/** A source as a numbered line, for small models: title, host, date and passages. Everything is sanitized. */
export function toSourceLine({ index, title, url, publishedAt = '', passages }: Source): string {
  const head = toSnippet(sanitizeForPrompt(title), MAX_TITLE_CHARS);
  const date =
    publishedAt === '' ? '' : `, ${toSnippet(sanitizeForPrompt(publishedAt.slice(0, 10)), MAX_NAME_CHARS)}`;
  const text = passages.map((passage) => sanitizeForPrompt(passage.text)).join(' … ');
  return `[${index}] ${head} (${hostOf(url)}${date}): ${text.replace(/\s+/g, ' ').trim()}`;
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
    .map(([name, text]) => (text === '' ? '' : ` ${name}="${text}"`))
    .join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Replaces quotation marks for an attribute. A host may have one, too (URL Standard, 3.3). */
function toValue(text: string): string {
  return text.replaceAll('"', "'");
}

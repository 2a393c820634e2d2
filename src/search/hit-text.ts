import { cleanText } from '@sayso/text/clean-text.ts';
import { collapse, toSnippet } from '@sayso/text/text.ts';
import { decodeHTMLStrict } from 'entities/decode';

/**
 * Elements that search engines leave in titles and snippets. Other elements are kept unless they have
 * attributes, because in "How to centre a <div>" and "Vec<T>" they are part of the text.
 */
const RESIDUE = new Set(
  `a abbr acronym b bdi bdo big br cite code del em font i iframe img ins kbd li mark noscript nobr nowiki
  ol p pre q ref s script small span strike strong style sub sup svg tt u ul var wbr`.split(/\s+/),
);
const TAG = /<(\/?)([a-z][a-z0-9-]*)\b([^<>]{0,500})>/gi;
/** Elements that part words; the others may be in the middle of a word. */
const BREAKING = /^(?:br|li|ol|p|pre|ul)$/;
const SCRIPT = /<(script|style)\b[^<>]{0,500}>.{0,1000}?<\/\1\s{0,9}>|<!--.{0,1000}?-->/gis;
/** A tag at the end of a snippet that was cut: `<a href="https://a.o`. */
const CUT_TAG = /<[a-z][a-z0-9]* [a-z-]+=[^<>]{0,500}$/i;
/** `''italic''`, `'''bold'''`. */
const WIKI_QUOTES = /('{2,5})(?=[\p{L}\p{N}"“(])(.{1,200}?)(?<=\S)\1/gu;
/** `[[page|text]]`. */
const WIKI_LINK = /\[\[(?=\S)(?:[^[\]|]{1,200}\|){0,5}([^[\]|]{1,200})\]\]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match control characters.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/**
 * Turns a title or snippet from a back-end into one line of plain text of at most `maxChars` code points,
 * without tags, entities, wiki markup, invisible characters and characters that reverse the text direction.
 * Escape it before display, like any text.
 */
export function plainText(markup: string, maxChars: number): string {
  const raw = markup.slice(0, maxChars * 2);
  const decoded = raw.includes('&') ? decodeHTMLStrict(raw) : raw;
  const clean = cleanText(decoded.replace(CONTROLS, ''));
  const line = collapse(withoutWiki(withoutTags(clean)));
  return line.length > maxChars ? toSnippet(line, maxChars) : line;
}

/** The text of a page with its line breaks, at most `maxChars` UTF-16 units, cut at a word. */
export function plainLines(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? text.slice(0, maxChars).replace(/\s\S{0,100}$/u, '') : text;
  return cleanText(cut.replace(CONTROLS, ''))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(SCRIPT, ' ')
    .replace(CUT_TAG, '')
    .replace(TAG, (tag, _slash: string, name: string, rest: string) => {
      const element = name.toLowerCase();
      if (!RESIDUE.has(element) && !rest.includes('=')) return tag;
      return BREAKING.test(element) ? ' ' : '';
    });
}

function withoutWiki(text: string): string {
  const unquoted = text.includes("''") ? text.replace(WIKI_QUOTES, '$2') : text;
  return unquoted.includes('[[') ? unquoted.replace(WIKI_LINK, '$1') : unquoted;
}

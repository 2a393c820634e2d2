import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { collapse } from '@sayso/text/text.ts';
import type { ParentNode } from 'domhandler';
import { eachElement, textOf } from './tree.ts';

/** A page with less text seems to wait for a script. */
const FEW_CHARS = 400;
/** Text that a page does not show is read only if it is this many times as long as the visible text, ... */
const TIMES_SHOWN = 3;
/** ... and has at least this length. */
const MIN_CHARS = 300;
/** Shorter strings in the data of a script are rarely prose; at most this many strings are read. */
const PROSE_CHARS = 80;
const MAX_PIECES = 500;
const MAX_CHARS = 300_000;
/** The maximum nesting of data that is itself encoded in strings. */
const MAX_DEPTH = 3;
const NOSCRIPT_TAG = /<\/?noscript\b[^<>]*>/gi;
const MARKUP = /<(?:p|div|br|li|ul|h[1-6]|blockquote|pre|table|span|a|b|i|em|strong)\b[^<>]*>/i;
const PROSE_WORDS = 12;
/** Text in a script that may be a sentence without spaces. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{30}/u;
const LOOKED_AT_CHARS = 2_000;
const CODE = /^\s*(?:[[{#.@]|function\b|var |const |https?:\S+$|data:)|[{};][^\S\n]*\n\s*[\w.#}]/;
/** Attributes that contain the data of a page. */
const DATA_ATTRIBUTES: readonly string[] = ['data-preloaded', 'data-page', 'data-props', 'data-state'];

/**
 * The markup of what a page would show if it has almost no text until a script runs, in place of what it
 * shows: its text for browsers without JavaScript, the article in its JSON-LD, or the prose in the data of
 * its scripts. Null if it has none that is much longer than the visible text. Takes linear time.
 * @param shownChars the length of the visible text
 * @param charsOf the length of the text in a page
 */
export function unrenderedMarkup(
  page: { readonly html: string; readonly tree: ParentNode; readonly articleBody: string | null },
  shownChars: number,
  charsOf: (html: string) => number,
): string | null {
  if (shownChars >= FEW_CHARS) return null;
  const least = Math.max(MIN_CHARS, TIMES_SHOWN * shownChars);
  const choices = [
    () => (/<noscript\b/i.test(page.html) ? page.html.replace(NOSCRIPT_TAG, '') : ''),
    () => toMarkup([page.articleBody ?? '']),
    () => toMarkup(piecesOf(page.tree)),
  ];
  for (const choice of choices) {
    const markup = choice();
    if (markup.length >= least && charsOf(markup) >= least) return markup;
  }
  return null;
}

function toMarkup(pieces: readonly string[]): string {
  return pieces
    .map((text) => (MARKUP.test(text) ? text : escapeHtml(text).replace(/\n+/g, '<p>')))
    .map((markup) => `<section><p>${markup}</section>`)
    .join('\n');
}

/** The prose in the data of scripts and attributes, in order, each once. */
function piecesOf(tree: ParentNode): string[] {
  const pieces = new Map<string, string>();
  let left = MAX_CHARS;
  const take = (text: string) => {
    if (!isProse(text.slice(0, LOOKED_AT_CHARS))) return;
    // The same text often occurs there twice, with and without markup.
    const key = collapse(text.slice(0, LOOKED_AT_CHARS).replace(/<[^<>]*>/g, ' ')).slice(0, PROSE_CHARS);
    if (pieces.has(key) || pieces.size >= MAX_PIECES || text.length > left) return;
    left -= text.length;
    pieces.set(key, text);
  };
  eachElement(tree, (element) => {
    const { name: tag, attribs: attributes } = element;
    if (tag === 'script') visitData(dataIn(textOf(element)), take, 0);
    for (const name of DATA_ATTRIBUTES)
      if (attributes[name] !== undefined) visitData(dataIn(attributes[name]), take, 0);
  });
  return [...pieces.values()];
}

function isProse(start: string): boolean {
  if (start.split(/\s+/).length <= PROSE_WORDS && !DENSE.test(start)) return false;
  return MARKUP.test(start) || !CODE.test(start);
}

/** The JSON from the first to the last brace of a text such as `window.state = {...};`, or null. */
function dataIn(text: string): unknown {
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (from < 0 || to - from < PROSE_CHARS) return null;
  try {
    return parseBoundedJson(text.slice(from, to));
  } catch {
    return null;
  }
}

function visitData(value: unknown, take: (text: string) => void, depth: number): void {
  if (typeof value === 'string') {
    if (value.length < PROSE_CHARS) return;
    const inner = depth < MAX_DEPTH && /^\s*[[{]/.test(value) ? dataIn(value) : null;
    if (inner === null) take(value);
    else visitData(inner, take, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) visitData(one, take, depth);
  }
}

import { hostOf, parseWebUrl } from '@sayso/text/url.ts';
import { LINE_PREFIX, type Line, type Lookahead } from './block-structure.ts';
import { type EditDecision, replace, reread, retain, type SanitizedText } from './edits.ts';
import { alternativeText, type MarkdownToken, parseMarkdown } from './markdown.ts';

/** The longest address; the rest of a longer one is other text. In characters. */
const MAX_CHARS = 2_000;

/**
 * The beginning of an address that some parsers turn into a link, also where backslashes are left out by them
 * first (github.com/syntax-tree/mdast-util-gfm-autolink-literal does).
 */
const START = /^(?:(?:https?|ftp)\\?:\\?\/\\?\/|www\\?\.|\/\/(?=[\w-]{1,63}\.))/i;
const AFTER_SCHEME = String.raw`(?:\\?(?::\\?(?:\/\\?)?)?)?`;
const MAY_START = new RegExp(
  `^(?:h(?:t(?:tp?)?)?|https?${AFTER_SCHEME}|f(?:tp?)?|ftp${AFTER_SCHEME}` +
    String.raw`|w{1,2}|www\\?|\/(?:\/[\w-]{0,63})?)$`,
  'i',
);
/** Ends an address: what could be other markup, and punctuation of scripts without spaces. */
const END = /[\s<>`|[\]\\，。、；：！？（）「」『』【】《》“”‘’…]/;
const TRAILING = new Set('.,;:!?\'"*_~)');
/** A target that every parser reads as it is written, with at most one pair of brackets. */
const SIMPLE_TARGET = /^[\w\-.~:/?#@!$&+,;=%]+(?:\([\w\-.~:/?#@!$&+,;=%]*\)[\w\-.~:/?#@!$&+,;=%]*)?$/;
/** Another address in an address, where some parsers end the first one. */
const SECOND_ADDRESS = /.\/\/.*(?:\/\/|www\.)/i;
const MAX_BEHIND_CHARS = 12;
/** What may follow an address that every parser ends at the same place. */
const BEHIND = /^[.,;:!?'"*_)]{0,11}(?:[ \t\n]|$)/;

/** A bare web address in a text. */
type BareUrl = {
  readonly length: number;
  /** The address without backslashes. */
  readonly address: string;
};

/** The bare address at the start of `text`, also one that begins with `//` or `www.`; null if none. */
export function readBareUrl(text: string, mayGrow: boolean): BareUrl | 'needs more' | null {
  const start = START.exec(text)?.[0];
  if (start === undefined) return mayGrow && MAY_START.test(text) ? 'needs more' : null;
  const rest = text.slice(start.length, MAX_CHARS);
  const end = rest.search(END);
  if (end < 0 && mayGrow && text.length < MAX_CHARS) return 'needs more';
  const url = start + withoutTrailing(end < 0 ? rest : rest.slice(0, end));
  return { length: url.length, address: url.replaceAll('\\', '') };
}

/** Without the punctuation behind an address; a closing bracket stays if it was opened in the address. */
function withoutTrailing(path: string): string {
  let end = path.length;
  let unopened = path.split(')').length - path.split('(').length;
  while (end > 0 && TRAILING.has(path.charAt(end - 1))) {
    if (path.charAt(end - 1) === ')' && unopened-- <= 0) break;
    end--;
  }
  return path.slice(0, end);
}

/**
 * Whether every parser ends this address at the same place, before the text behind it. Otherwise some read
 * another address in its end, or take the mark of code or the backslash behind it as part of it, and what
 * these protected would be markup.
 */
export function isPlainlyEnded(
  address: string,
  textBehind: string,
  mayGrow: boolean,
): boolean | 'needs more' {
  const behind = textBehind.slice(0, MAX_BEHIND_CHARS);
  const [end] = BEHIND.exec(behind) ?? [];
  if (end === undefined || !SIMPLE_TARGET.test(address) || SECOND_ADDRESS.test(address)) return false;
  return mayGrow && end === textBehind && !/\s/.test(end) ? 'needs more' : true;
}

/** A link or an image as it is written, from its first bracket on. */
type InlineLink = {
  readonly length: number;
  /** The Markdown between its brackets. */
  readonly label: string;
};

/** The longest text of a link; a longer one is not read as a link. */
const MAX_LABEL_CHARS = 500;
/** The longest target of a link. */
export const MAX_TARGET_CHARS = 2_000;
/** Brackets that are nested deeper are no link. */
const MAX_DEPTH = 8;
/** How much of the next line tells whether the paragraph goes on. */
const LINE_START_CHARS = 7;
/** After a line break, a paragraph certainly goes on with one of these. */
const GOES_ON = /^[ \t]*[^\s>#|=\-+*~`\d<[:_]/;

/** The inline link at the start of `text` (CommonMark 0.31, 6.3), whatever its target; or null. */
export function readInlineLink(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  const end = readBrackets(text, mayGrow);
  if (end === 'needs more' || end === null) return end;
  if (text.length === end && mayGrow) return 'needs more';
  if (text.charAt(end) !== '(') return null;
  const target = readTarget(text.slice(end, end + MAX_TARGET_CHARS), mayGrow);
  return target === 'needs more' || target === null
    ? target
    : { length: end + target, label: text.slice(1, end - 1) };
}

/**
 * The length of the brackets at the start of `text`, with what they contain. Null if they are not closed
 * within `MAX_LABEL_CHARS`, nested too deeply, or interrupted by a line that may begin a block.
 */
function readBrackets(text: string, mayGrow: boolean): Lookahead<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (at > MAX_LABEL_CHARS) return null;
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '[' && ++depth > MAX_DEPTH) return null;
    else if (char === ']' && --depth === 0) return at + 1;
    else if (char === '`') at = pastCode(text, at) - 1;
    else if (char === '\n') {
      const next = text.slice(at + 1, at + 1 + LINE_START_CHARS);
      if (next.trim() === '' && !next.includes('\n') && mayGrow) return 'needs more';
      if (!GOES_ON.test(next)) return null;
    }
  }
  return mayGrow ? 'needs more' : null;
}

/** The end of the code that begins here, on one line, or of its backticks if they are not closed. */
function pastCode(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === '`') at++;
  const marks = text.slice(start, at);
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(at, lineEnd < 0 ? at + MAX_LABEL_CHARS : lineEnd);
  for (const run of line.matchAll(/`+/g)) if (run[0] === marks) return at + run.index + marks.length;
  return at;
}

/** The length of the target, with its brackets; a window of `MAX_TARGET_CHARS` is enough. */
function readTarget(window: string, mayGrow: boolean): Lookahead<number> {
  const undecided = mayGrow && window.length < MAX_TARGET_CHARS ? 'needs more' : null;
  let at = pastSpace(window, 1);
  if (at === null) return null;
  const isBracketed = window.charAt(at) === '<';
  const destinationEnd = isBracketed ? endOf(window, at + 1, '>') : endOfDestination(window, at);
  if (destinationEnd === null) return undecided;
  if (isBracketed && window.slice(at, destinationEnd).includes('\n')) return null;
  at = destinationEnd;
  const gap = pastSpace(window, at);
  if (gap === null) return null;
  const quote = { '"': '"', "'": "'", '(': ')' }[window.charAt(gap)];
  if (gap > at && quote !== undefined) {
    const end = endOf(window, gap + 1, quote);
    if (end === null) return undecided;
    if (/\n[ \t]*\n/.test(window.slice(gap, end))) return null;
    at = end;
  }
  const last = pastSpace(window, at);
  if (last === null) return null;
  if (last === window.length) return undecided;
  return window.charAt(last) === ')' ? last + 1 : null;
}

/** The end of a destination without angle brackets; null if it does not end in the window. */
function endOfDestination(window: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < window.length; at++) {
    const char = window.charAt(at);
    if (char === '\\') at++;
    else if (/\s/.test(char)) return at;
    else if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return at;
  }
  return null;
}

/** The position after the next `mark` that is not escaped; null if there is none. */
function endOf(window: string, from: number, mark: string): number | null {
  for (let at = from; at < window.length; at++) {
    const char = window.charAt(at);
    if (char === '\\') at++;
    else if (char === mark) return at + 1;
  }
  return null;
}

/** The position after blanks and at most one line break; null if there are more. */
function pastSpace(window: string, from: number): number | null {
  let at = from;
  let breaks = 0;
  while (/[ \t\n]/.test(window.charAt(at))) if (window.charAt(at++) === '\n' && ++breaks > 1) return null;
  return at;
}

/** The image at the start of `text` (`!`), with a target or the name of a definition; or null. */
export function readImage(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  if (text.length === 1 && mayGrow) return 'needs more';
  if (text.charAt(1) !== '[') return null;
  const link = readInlineLink(text.slice(1), mayGrow);
  if (link === 'needs more') return link;
  return link === null ? readNamedImage(text, mayGrow) : { ...link, length: link.length + 1 };
}

/** `![text][name]` */
function readNamedImage(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  const label = readBrackets(text.slice(1), mayGrow);
  if (label === 'needs more' || label === null) return label;
  if (text.length === label + 1 && mayGrow) return 'needs more';
  const name = readBrackets(text.slice(label + 1), mayGrow);
  if (name === 'needs more') return name;
  if (name === null || text.charAt(label + 1) !== '[') return null;
  return { length: label + 1 + name, label: text.slice(2, label) };
}

/** The hosts that links may lead to, without `www.`. */
export type LinkHosts = ReadonlySet<string>;

/** The hosts that the links of an answer with these sources may lead to. */
export function linkHostsOf(sources: readonly { readonly url: string }[]): LinkHosts {
  return new Set(sources.map(({ url }) => hostOf(url)).filter((host) => host !== ''));
}

/** Parsers disagree about the host of any other form. */
const PLAIN_START = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?:[/?#]|$)/i;

/** Whether a link may lead to this address: a web address, plainly written, on one of the hosts. */
export function isLinkAllowed(address: string, hosts: LinkHosts): boolean {
  const url = PLAIN_START.test(address) ? parseWebUrl(address) : null;
  return url !== null && hosts.has(hostOf(url.href));
}

/** What decides about an address, besides its characters. */
type AddressContext = {
  readonly hosts: LinkHosts;
  /** The text that was written before the address. */
  readonly written: SanitizedText;
  /** More text may follow. */
  readonly mayGrow: boolean;
};

/** Decides about the characters that could begin a bare address. */
export function decideBareUrl(rest: string, { hosts, written, mayGrow }: AddressContext): EditDecision {
  const url = readBareUrl(rest, mayGrow);
  if (url === 'needs more') return url;
  if (url === null || (url.address.startsWith('/') && written.endsWith(/[:/]$/))) return retain(1);
  const { address, length } = url;
  const isWww = /^www/i.test(address);
  const code = replace(length, asCode(address, written, rest.charAt(length)));
  if (!isLinkAllowed(isWww ? `https://${address}` : address, hosts)) return code;
  const isPlain = isPlainlyEnded(address, rest.slice(length), mayGrow);
  if (isPlain === 'needs more') return isPlain;
  if (isPlain) return retain(length);
  return isWww || !SIMPLE_TARGET.test(address) ? code : replace(length, written.apart(`<${address}>`));
}

/**
 * Decides about `<`: an address in angle brackets, the beginning of an element, or a mere sign.
 * @param escaped the sign that begins no element
 */
export function decideAngleBracket(
  rest: string,
  escaped: string,
  { hosts, written, mayGrow }: AddressContext,
): EditDecision {
  const autolink = readAutolink(rest, mayGrow);
  if (autolink === 'needs more') return autolink;
  if (autolink === 'element') return replace(1, escaped);
  if (autolink === null) return retain(1);
  const { length, address } = autolink;
  if (!/^https?:/i.test(address)) return reread(length, address);
  const isAllowed = SIMPLE_TARGET.test(address) && isLinkAllowed(address, hosts);
  return isAllowed ? retain(length) : replace(length, asCode(address, written));
}

/** An address as code, which no parser turns into a link. `next` is the character behind it. */
function asCode(address: string, written: SanitizedText, next = ''): string {
  const code = written.apartFromMarks(`\`${address.replaceAll('`', '%60').replaceAll('|', '%7C')}\``);
  return next === '`' ? `${code} ` : code;
}

/** What begins an element, a comment, a declaration or an instruction (CommonMark 0.31, 6.6). */
const OPENS_ELEMENT = /^<[a-z/!?]/i;
const AUTOLINK = /^<(https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]+@[a-z0-9.-]+)>/i;
const BEGINNING = /^<(?:h(?:t(?:t(?:ps?)?)?)?|https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]*(?:@[a-z0-9.-]*)?)$/i;

/** A web or mail address in angle brackets, and their length with it. */
type Autolink = { readonly length: number; readonly address: string };

/** The autolink at the start of `text`; `element` if one could begin there, null for a mere sign. */
function readAutolink(text: string, mayGrow: boolean): Lookahead<Autolink | 'element'> {
  const [whole, address] = AUTOLINK.exec(text) ?? [];
  if (whole !== undefined && address !== undefined) return { length: whole.length, address };
  if (mayGrow && text.length < MAX_TARGET_CHARS && BEGINNING.test(text)) return 'needs more';
  return OPENS_ELEMENT.test(text) ? 'element' : null;
}

/** Text that some parsers show as it is and others read as part of a link. */
const SIMPLE_LABEL = /^(?:[^\\`<>[\]|\n]|\\[!-/:-@[-`{-~]|`[^`\n|]+`)+$/;
const NEEDS_ENCODING = /[|`\\()[\]*<>"'^{}]/g;

/** What is written instead of a link: a link that every parser reads alike, or text to be read. */
type TreatedLink = { readonly isLink: boolean; readonly markdown: string };

/**
 * Decides about an inline link by what the parser makes of it; null if it is none.
 * @param written all of it
 * @param label the Markdown between its brackets
 */
export function treatLink(written: string, label: string, hosts: LinkHosts): TreatedLink | null {
  const parsed = parseLink(onOneLine(written));
  if (parsed === null) return null;
  const text = onOneLine(label);
  if (isDisguised(parsed)) return { isLink: false, markdown: text };
  const { href } = parsed;
  if (!isLinkAllowed(href, hosts) || !SIMPLE_LABEL.test(text) || /:\/\/|www\./i.test(text))
    return { isLink: false, markdown: text + describeTarget(href) };
  const target = written.slice(label.length + 3, -1);
  return { isLink: true, markdown: `[${text}](${SIMPLE_TARGET.test(target) ? target : encodeMarks(href)})` };
}

/** Where a link would have led, in brackets; only what a reader could want to know. */
function describeTarget(href: string): string {
  if (/^https?:/i.test(href)) return ` (${encodeMarks(href)})`;
  const mail = /^mailto:([^?\s()<>[\]`|\\]+)/i.exec(href)?.[1];
  return mail === undefined ? '' : ` (${mail})`;
}

function encodeMarks(href: string): string {
  return href.replace(NEEDS_ENCODING, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Without the line breaks that a paragraph can have, so that parsers cannot disagree about its lines. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\n[ \t]*/g, ' ');
}

/** A link as a reader sees it, and its target as a browser reads it. */
type ParsedLink = { readonly shown: string; readonly href: string };

/** The link that is all of this Markdown; null if it is anything else. */
function parseLink(markdown: string): ParsedLink | null {
  const [, inline] = parseMarkdown(markdown, 0);
  const children = inline?.children ?? [];
  const first = children.at(0);
  const ends = children.findIndex(({ type }) => type === 'link_close');
  if (first?.type !== 'link_open' || ends !== children.length - 1) return null;
  return { shown: children.map(textOf).join(''), href: String(first.attrGet('href') ?? '') };
}

function textOf(token: MarkdownToken): string {
  if (token.type === 'image') return alternativeText(token);
  return token.type === 'softbreak' ? ' ' : token.content;
}

const NO_WORDS = /^[^\p{L}]*$/u;
const ADDRESS =
  /(?:https?:|ftp:)?\/\/[^\s/]|www\.|^\s*(?:[\p{L}\p{N}-]+\.)+(\p{L}{2,24})(?:[/:?#]\S*)?\s*$/iu;
/** Endings of file names and of products' names that are no top-level domains, or rarely used ones. */
const NAMES =
  /^(?:js|ts|md|py|rs|sh|pl|so|cc|net|json|ya?ml|html?|pdf|toml|css|jsx|tsx|java|cpp|txt|csv|xml)$/i;

/** Whether a link's text hides where it leads: only digits and signs, or another host's address. */
function isDisguised({ shown, href }: ParsedLink): boolean {
  if (NO_WORDS.test(shown)) return true;
  const address = ADDRESS.exec(shown);
  if (address === null || NAMES.test(address[1] ?? '')) return false;
  const text = shown.trim();
  const shownHost = hostOf(/^[a-z]+:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  const targetHost = hostOf(href);
  return shownHost === '' || (shownHost !== targetHost && !targetHost.endsWith(`.${shownHost}`));
}

const ENTITY = /^&(?:#0{0,7}(\d{1,7})|#x0{0,7}([\da-f]{1,6})|(colon|sol|period|commat));/i;
const ENTITY_BEGINNING = /^&(?:#\d{0,14}|#x[\da-f]{0,13}|[a-z]{0,6})$/i;
const NAMED: Readonly<Record<string, string>> = { colon: ':', sol: '/', period: '.', commat: '@' };
const OF_ADDRESS = /^[a-z0-9:/.@]$/i;

/**
 * A character of an address that is written as an entity, such as `&#58;`: its length, and the character.
 * Null for any other entity: none of those has a meaning in Markdown (CommonMark 0.31, 2.5).
 */
export function readEntity(
  text: string,
  mayGrow: boolean,
): Lookahead<{ readonly length: number; readonly char: string }> {
  const match = ENTITY.exec(text);
  if (match === null) return mayGrow && ENTITY_BEGINNING.test(text) ? 'needs more' : null;
  const [written, decimal, hex, name = ''] = match;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  const char = NAMED[name.toLowerCase()] ?? (code <= 0x7f ? String.fromCharCode(code) : '');
  return OF_ADDRESS.test(char) ? { length: written.length, char } : null;
}

/** How many characters to examine to distinguish a link target from words in brackets. */
export const TARGET_WINDOW_CHARS = 64;

const URL_START = /^\([ \t]*(?:[</#?]|www\.|[a-z][a-z0-9+.-]{1,31}:\S)/i;
const DESTINATION = /^\S*(?:[ \t]+["'(].*)?$/;

/**
 * Whether the `(` at the start of `text` opens a link target, as in `[1](https://...)`, rather than words in
 * brackets, as in `[1] (see below)`: true, null for no, or 'needs more' when the decision needs more text.
 */
export function readLinkTarget(text: string, mayGrow: boolean): Lookahead<true> {
  if (text === '') return mayGrow ? 'needs more' : null;
  if (!text.startsWith('(')) return null;
  const window = text.slice(0, TARGET_WINDOW_CHARS);
  if (URL_START.test(window)) return true;
  const end = window.search(/[)\n]/);
  if (end === -1 && text.length < TARGET_WINDOW_CHARS) return mayGrow ? 'needs more' : null;
  if (end === -1) return /[ \t]/.test(window) ? null : true;
  return window[end] === ')' && DESTINATION.test(window.slice(1, end)) ? true : null;
}

const DEFINITION = /^\\?\[(\^?)\d{1,3}\\?\]:[ \t]*(\S*)[ \t]*([^\r\n]*)\r?$/;
const TARGET_BEGINNING = /^(?:\\|\\?\[(?:\^|\^?\d{1,3}(?:\\|\\?\](?::.*)?)?)?)?$/s;
const URL_LIKE = /^<|:\/\/|^www\./;

/**
 * Whether the line defines the link target of `[n]`, or is an entry of a list of sources in that form: `[1]:
 * https://...`, `[^1]: ...`. Models invent both, and the first would redirect every citation of that number
 * (CommonMark 4.7).
 */
export function readDefinition(line: Line): Lookahead<true> {
  const content = line.text.replace(LINE_PREFIX, '');
  if (!line.isWhole) return TARGET_BEGINNING.test(content) ? 'needs more' : null;
  const match = DEFINITION.exec(content);
  if (match === null) return null;
  const [, footnote = '', target = '', rest = ''] = match;
  const defines =
    footnote !== '' || target === '' || URL_LIKE.test(target) || rest === '' || /^["'(]/.test(rest);
  return defines ? true : null;
}

import { hostOf, parseWebUrl } from '@sayso/text/url.ts';
import { isPlainlyEnded, readBareUrl, SIMPLE_TARGET } from './bare-url.ts';
import type { Lookahead } from './block-structure.ts';
import { type EditDecision, replace, reread, retain, type SanitizedText } from './edits.ts';
import { MAX_TARGET_CHARS } from './inline-link.ts';
import { alternativeText, type MarkdownToken, parseMarkdown } from './markdown.ts';

/** The hosts that links may lead to, without `www.`. */
export type LinkHosts = ReadonlySet<string>;

/** The hosts that the links of an answer with these sources may lead to. */
export function linkHostsOf(sources: readonly { readonly url: string }[]): LinkHosts {
  return new Set(sources.map(({ url }) => hostOf(url)).filter((host) => host !== ''));
}

/** Parsers disagree about the host of any other form. */
const PLAIN_HOST = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?:[/?#]|$)/i;

/** Whether a link may lead to this address: a web address, plainly written, on one of the hosts. */
export function isLinkAllowed(address: string, hosts: LinkHosts): boolean {
  const url = PLAIN_HOST.test(address) ? parseWebUrl(address) : null;
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
/** A web or mail address in angle brackets. Keep both alike: `beginning` may still become a `whole` one. */
const AUTOLINK = {
  whole: /^<(https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]+@[a-z0-9.-]+)>/i,
  beginning: /^<(?:h(?:t(?:t(?:ps?)?)?)?|https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]*(?:@[a-z0-9.-]*)?)$/i,
};

/** The address, and its length with the brackets. */
type Autolink = { readonly length: number; readonly address: string };

/** The autolink at the start of `text`; `element` if one could begin there, null for a mere sign. */
function readAutolink(text: string, mayGrow: boolean): Lookahead<Autolink | 'element'> {
  const [whole, address] = AUTOLINK.whole.exec(text) ?? [];
  if (whole !== undefined && address !== undefined) return { length: whole.length, address };
  if (mayGrow && text.length < MAX_TARGET_CHARS && AUTOLINK.beginning.test(text)) return 'needs more';
  return OPENS_ELEMENT.test(text) ? 'element' : null;
}

/** Text that some parsers show as it is and others read as part of a link. */
const SIMPLE_LABEL = /^(?:[^\\`<>[\]|\n]|\\[!-/:-@[-`{-~]|`[^`\n|]+`)+$/;
/** What could end a target, or be a mark of Markdown in it. */
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

const NO_LETTERS = /^[^\p{L}]*$/u;
/** A text that a reader takes for an address: with its scheme, with `www.`, or one like `example.org/page`. */
const SHOWN_ADDRESS =
  /(?:https?:|ftp:)?\/\/[^\s/]|www\.|^\s*(?:[\p{L}\p{N}-]+\.)+(\p{L}{2,24})(?:[/:?#]\S*)?\s*$/iu;
/** Endings of file names and of products' names that are no top-level domains, or rarely used ones. */
const NAME_ENDING =
  /^(?:js|ts|md|py|rs|sh|pl|so|cc|net|json|ya?ml|html?|pdf|toml|css|jsx|tsx|java|cpp|txt|csv|xml)$/i;

/** Whether a link's text hides where it leads: only digits and signs, or another host's address. */
function isDisguised({ shown, href }: ParsedLink): boolean {
  if (NO_LETTERS.test(shown)) return true;
  const address = SHOWN_ADDRESS.exec(shown);
  if (address === null || NAME_ENDING.test(address[1] ?? '')) return false;
  const text = shown.trim();
  const shownHost = hostOf(/^[a-z]+:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  const targetHost = hostOf(href);
  return shownHost === '' || (shownHost !== targetHost && !targetHost.endsWith(`.${shownHost}`));
}

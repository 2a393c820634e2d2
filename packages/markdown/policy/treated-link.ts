import { hostOf } from '@sayso/text/url.ts';
import { alternativeText } from '../parse/alternative-text.ts';
import { parseMarkdown } from '../parse/markdown.ts';
import type { MarkdownToken } from '../parse/markdown-token.ts';
import { SIMPLE_TARGET } from '../scan/bare-url.ts';
import { isLinkAllowed, type LinkHosts } from './link-hosts.ts';

/** Text that some parsers show as it is and others read as part of a link. */
const SIMPLE_LABEL = /^(?:[^\\`<>[\]|\n]|\\[!-/:-@[-`{-~]|`[^`\n|]+`)+$/;
const NEEDS_ENCODING = /[|`\\()[\]*<>"'^{}]/g;

/** What is written instead of a link: a link that every parser reads alike, or text to be read. */
export type TreatedLink = { readonly isLink: boolean; readonly markdown: string };

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

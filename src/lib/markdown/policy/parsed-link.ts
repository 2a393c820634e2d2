import { hostOf } from '../../text/url.ts';
import { alternativeText } from '../parse/alternative-text.ts';
import { parseMarkdown } from '../parse/markdown.ts';
import type { MarkdownToken } from '../parse/markdown-token.ts';

/** A link as a reader sees it, and its target as a browser reads it. */
export type ParsedLink = { readonly shown: string; readonly href: string };

/** The link that is all of this Markdown; null if it is anything else. */
export function parseLink(markdown: string): ParsedLink | null {
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

/**
 * Whether the text of a link says something else than where it leads: it is only digits and signs, like a
 * citation, or it is an address with another host than the target.
 */
export function isDisguised({ shown, href }: ParsedLink): boolean {
  if (NO_WORDS.test(shown)) return true;
  const address = ADDRESS.exec(shown);
  if (address === null || NAMES.test(address[1] ?? '')) return false;
  const text = shown.trim();
  const shownHost = hostOf(/^[a-z]+:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  const targetHost = hostOf(href);
  return shownHost === '' || (shownHost !== targetHost && !targetHost.endsWith(`.${shownHost}`));
}

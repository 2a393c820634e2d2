import { SIMPLE_TARGET } from '../scan/bare-url.ts';
import { isLinkAllowed, type LinkHosts } from './link-hosts.ts';
import { isDisguised, parseLink } from './parsed-link.ts';

/** Text that some parsers show as it is and others read as part of a link. */
const SIMPLE_LABEL = /^(?:[^\\`<>[\]|\n]|\\[!-/:-@[-`{-~]|`[^`\n|]+`)+$/;
const NEEDS_CODE = /[|`\\()[\]*<>"'^{}]/g;

/**
 * What is written instead of a link: a link that every parser reads like this, or text that is to be
 * read.
 */
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
  return href.replace(NEEDS_CODE, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Without the line breaks that a paragraph can have, so that parsers cannot disagree about its lines. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\n[ \t]*/g, ' ');
}

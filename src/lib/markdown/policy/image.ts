import type { Lookahead } from '../scan/lookahead.ts';
import { type InlineLink, readBrackets, readInlineLink } from './inline-link.ts';

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

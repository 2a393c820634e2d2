import type { Lookahead } from '../scan/lookahead.ts';
import { MAX_TARGET_CHARS } from './inline-link.ts';

/** What begins an element, a comment, a declaration or an instruction (CommonMark 0.31, 6.6). */
const OPENS_ELEMENT = /^<[a-z/!?]/i;
const AUTOLINK = /^<(https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]+@[a-z0-9.-]+)>/i;
const BEGINNING = /^<(?:h(?:t(?:t(?:ps?)?)?)?|https?:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]*(?:@[a-z0-9.-]*)?)$/i;

/** A web or mail address in angle brackets, and their length with it. */
type Autolink = { readonly length: number; readonly address: string };

/**
 * The autolink at the start of `text`; `element` if an element could begin there, and null for a mere
 * sign.
 */
export function readAutolink(text: string, mayGrow: boolean): Lookahead<Autolink | 'element'> {
  const [whole, address] = AUTOLINK.exec(text) ?? [];
  if (whole !== undefined && address !== undefined) return { length: whole.length, address };
  if (mayGrow && text.length < MAX_TARGET_CHARS && BEGINNING.test(text)) return 'needs more';
  return OPENS_ELEMENT.test(text) ? 'element' : null;
}

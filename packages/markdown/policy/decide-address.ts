import { isPlainlyEnded, readBareUrl, SIMPLE_TARGET } from '../scan/bare-url.ts';
import type { Lookahead } from '../scan/growing-buffer.ts';
import { type EditDecision, replace, reread, retain } from './edit.ts';
import { MAX_TARGET_CHARS } from './inline-link.ts';
import { isLinkAllowed, type LinkHosts } from './link-hosts.ts';
import type { SanitizedText } from './sanitized-text.ts';

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

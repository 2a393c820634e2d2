import { isPlainlyEnded, readBareUrl } from './bare-url.ts';
import { isLinkAllowed, type LinkHosts } from './link-policy.ts';

/** What could begin an entity or an address. */
const ADDRESS = String.raw`&(?=#?\w{1,31};)|h(?=ttps?:)|f(?=tp:)|w(?=ww\.)|\/(?=\/[\w-])`;
/** What begins or ends an element, code, a link, an image or a definition, and what could be an escape. */
const ACTIVE = new RegExp(
  String.raw`\\(?=[!-/:-@[-\x60{-~hfw])|<(?=[a-z/!?])|\](?=[([:])|\x60|~(?=~~)|` + ADDRESS,
  'gi',
);
const MARK = new RegExp(String.raw`[\\\x60*_{}[\]<>#|~]|${ADDRESS}`, 'gi');
const MAX_URL_CHARS = 2_048;

/**
 * Plain text from a stranger as Markdown that loads nothing, runs nothing and leads only to these hosts,
 * whichever CommonMark parser renders it; any other address becomes code. Line breaks and the marks of
 * emphasis, lists and headings stay as they are. Takes linear time.
 */
export function toPlainMarkdown(text: string, hosts: LinkHosts): string {
  return escapeMarks(text, ACTIVE, hosts);
}

/** The same for a title: one line, in which every mark of Markdown is shown as it is. */
export function toPlainLine(title: string, hosts: LinkHosts): string {
  return escapeMarks(title.replaceAll(/\s+/g, ' '), MARK, hosts);
}

/**
 * The address of a source as Markdown that every parser reads whole: bare where all of them end it at the same
 * place, otherwise in angle brackets. An address on another host becomes code.
 */
export function toPlainAddress(url: string, hosts: LinkHosts): string {
  const bare = readBareUrl(url, false);
  const isBare = bare !== null && bare !== 'needs more' && bare.length === url.length;
  if (isBare && isPlainlyEnded(url, '', false)) return toPlainLine(url, hosts);
  return /[\s<>]/.test(url) || !isLinkAllowed(url, hosts) ? toPlainLine(url, hosts) : `<${url}>`;
}

function escapeMarks(text: string, special: RegExp, hosts: LinkHosts): string {
  let markdown = '';
  let done = 0;
  for (const { index, 0: mark } of text.matchAll(special)) {
    if (index < done) continue;
    const isAddress = /[hfw/]/i.test(mark);
    const url = isAddress ? readBareUrl(text.slice(index, index + MAX_URL_CHARS), false) : null;
    // The text is whole, so it never needs more.
    if (url === 'needs more' || (isAddress && url === null)) continue;
    markdown += text.slice(done, index);
    done = index + (url?.length ?? 0);
    if (url === null) markdown += '\\';
    else {
      const isLink =
        isLinkAllowed(url.address, hosts) &&
        isPlainlyEnded(url.address, text.slice(done, done + MAX_URL_CHARS), false);
      markdown += isLink ? url.address : `\`${url.address}\``;
    }
  }
  return markdown + text.slice(done);
}

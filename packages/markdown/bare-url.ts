/** The longest address; the rest of a longer one is other text. In characters. */
const MAX_ADDRESS_CHARS = 2_000;

const AFTER_SCHEME = String.raw`(?:\\?(?::\\?(?:\/\\?)?)?)?`;
/**
 * The start of an address that some parsers turn into a link, also where backslashes are left out by them
 * first (github.com/syntax-tree/mdast-util-gfm-autolink-literal does). Keep both alike: `beginning` is all text
 * that may still become a `whole` one.
 */
const ADDRESS_START = {
  whole: /^(?:(?:https?|ftp)\\?:\\?\/\\?\/|www\\?\.|\/\/(?=[\w-]{1,63}\.))/i,
  beginning: new RegExp(
    `^(?:h(?:t(?:tp?)?)?|https?${AFTER_SCHEME}|f(?:tp?)?|ftp${AFTER_SCHEME}` +
      String.raw`|w{1,2}|www\\?|\/(?:\/[\w-]{0,63})?)$`,
    'i',
  ),
};
/** Ends an address: what could be other markup, and punctuation of scripts without spaces. */
const ADDRESS_END = /[\s<>`|[\]\\，。、；：！？（）「」『』【】《》“”‘’…]/;
const TRAILING_MARKS = new Set('.,;:!?\'"*_~)');
/** A target that every parser reads as it is written, with at most one pair of brackets. */
export const SIMPLE_TARGET = /^[\w\-.~:/?#@!$&+,;=%]+(?:\([\w\-.~:/?#@!$&+,;=%]*\)[\w\-.~:/?#@!$&+,;=%]*)?$/;
/** Another address in an address, where some parsers end the first one. */
const SECOND_ADDRESS = /.\/\/.*(?:\/\/|www\.)/i;
const MAX_BEHIND_CHARS = 12;
/** What may follow an address that every parser ends at the same place. */
const PLAIN_END = /^[.,;:!?'"*_)]{0,11}(?:[ \t\n]|$)/;

/** A bare web address in a text. */
type BareUrl = {
  readonly length: number;
  /** The address without backslashes. */
  readonly address: string;
};

/** The bare address at the start of `text`, also one that begins with `//` or `www.`; null if none. */
export function readBareUrl(text: string, mayGrow: boolean): BareUrl | 'needs more' | null {
  const start = ADDRESS_START.whole.exec(text)?.[0];
  if (start === undefined) return mayGrow && ADDRESS_START.beginning.test(text) ? 'needs more' : null;
  const rest = text.slice(start.length, MAX_ADDRESS_CHARS);
  const end = rest.search(ADDRESS_END);
  if (end < 0 && mayGrow && text.length < MAX_ADDRESS_CHARS) return 'needs more';
  const url = start + withoutTrailing(end < 0 ? rest : rest.slice(0, end));
  return { length: url.length, address: url.replaceAll('\\', '') };
}

/** Without the punctuation behind an address; a closing bracket stays if it was opened in the address. */
function withoutTrailing(path: string): string {
  let end = path.length;
  let unopened = path.split(')').length - path.split('(').length;
  while (end > 0 && TRAILING_MARKS.has(path.charAt(end - 1))) {
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
  const [end] = PLAIN_END.exec(behind) ?? [];
  if (end === undefined || !SIMPLE_TARGET.test(address) || SECOND_ADDRESS.test(address)) return false;
  return mayGrow && end === textBehind && !/\s/.test(end) ? 'needs more' : true;
}

/** Marks of Markdown and of other markup, which no voice should read. */
const MARKS = /[*_~#|<>[\]{}\\^`【】］［]+/g;
/** Slashes that stand at the edge of a word (paths, tags); those inside, as in and/or or km/h, stay. */
const LOOSE_SLASH = /(?<![\p{L}\p{N}])\/+|\/+(?![\p{L}\p{N}])/gu;
const URL_IN_TEXT = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)([^\s<>"“”„«»‹›「」『』()[\]{}|\\^`*]*)/gi;
const ENTITY = /&#?(\w+);/g;
const NON_ASCII = /[^\x20-\x7e]/;
/** Pictures with all that joins and colours them; the signs ©, ® and ™ are read as words. */
const EMOJI =
  /[[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{20e3}\u{e0020}-\u{e007f}]--[©®™]]+(?:\u200d+[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}]+)*/gv;
/** Control characters, soft hyphen, zero-width and direction marks; not the joiners Persian and Indic words need. */
const INVISIBLE = /[[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]--\s]+/gv;
const SAYABLE = /[\p{L}\p{N}]/u;
const LOOSE_STOP = / (?=[.,;:!?…]+(?: |$))/g;
const EMPTY_BRACKETS = /[(（] ?[)）]/g;
const SENTENCE_END = /[.!?…。！？।؟۔]["'”’»)\]』」]{0,3}$/;
const WIDE_SCRIPT_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’»)』」]?$/u;
const DANGLING = new Set(' :;,–—-、，：；');

/**
 * Plain text as a voice should get it: no marks of markup, no pictures, no invisible characters, a URL as its host, single
 * blanks. Empty when nothing is left that can be said. Linear in the length of the text.
 */
export function toSpokenText(text: string): string {
  let spoken = text;
  if (NON_ASCII.test(spoken)) spoken = spoken.replace(INVISIBLE, '').replace(EMOJI, ' ');
  if (spoken.includes('://') || spoken.includes('www.')) spoken = spoken.replace(URL_IN_TEXT, spokenUrl);
  spoken = spoken.replace(MARKS, ' ').replace(ENTITY, ' $1 ');
  if (spoken.includes('/')) spoken = spoken.replace(LOOSE_SLASH, ' ');
  spoken = spoken.replace(EMPTY_BRACKETS, ' ').replace(/\s+/g, ' ').replace(LOOSE_STOP, '').trim();
  return SAYABLE.test(spoken) ? spoken : '';
}

/** The text with a sentence end, in the form of its script. An ending that waits for more (a colon, a dash) becomes a full stop. */
export function toSentence(text: string): string {
  if (text === '' || SENTENCE_END.test(text)) return text;
  let end = text.length;
  while (end > 0 && DANGLING.has(text.charAt(end - 1))) end--;
  const kept = text.slice(0, end);
  if (SENTENCE_END.test(kept)) return kept;
  return kept + (WIDE_SCRIPT_END.test(kept) ? '。' : '.');
}

/** The host of a URL as people say it, with the punctuation that follows the URL in the sentence. */
function spokenUrl(_url: string, address: string): string {
  const end = /[.,;:!?'‘’_~]{0,8}$/.exec(address)?.[0] ?? '';
  const host = address.slice(0, address.length - end.length).split(/[/?#]/, 1)[0] ?? '';
  const named = host.slice(host.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return named.replace(/^www\./i, '') + end;
}

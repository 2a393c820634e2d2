import type { Speaker } from './rules/speaker.ts';
import { verbaliseAddresses } from './verbalise-addresses.ts';
import { withoutReferences } from './without-references.ts';

/** Characters of Markdown and other markup, which a voice must not read. */
const MARKS = /[*_~#|<>[\]{}\\^`【】［］]+/g;
const TAG = /<\/?[A-Za-z][A-Za-z0-9-]{0,30}(?:\s[^<>]{0,300})?\/?>/g;
/** Layout tags, closing tags, and tags with an attribute or slash. `<title>` in a sentence is a word. */
const LAYOUT_TAG = new RegExp(
  String.raw`^<(?:\/|(?:a|abbr|b|big|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr` +
    '|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|small|source|span|strong|sub|summary' +
    String.raw`|sup|table|tbody|td|th|thead|tr|u|ul)\b|[^<>]*[=/])`,
  'i',
);
/** Small or circled letters and digits, which become plain ones: `CO₂`, `①`, `Ⅳ`. */
const SMALL_FORMS = /[₀-₉①-⑳Ⅰ-Ⅻⅰ-ⅻ]/g;
/** Subscript digits, and superscript letters that belong to the word: `H<sub>2</sub>O`, `XX<sup>e</sup>`. */
const JOINED_TAG =
  /<sub>\s?([\p{L}\p{N}+-]{1,8})\s?<\/sub>|(?<=[\p{L}\p{N}])<sup>\s?(\p{Ll}{1,3})\s?<\/sup>/giu;
/** The number of a note after a word: `so<sup>[1]</sup>`. */
const NOTE_TAG = /(?<=\p{L}{2}|[.,;:!?)”"])<sup>\s?\[?\d{1,3}(?:[,–-]\s?\d{1,3}){0,9}\]?\s?<\/sup>/giu;
/** Any other raised number or word: `10<sup>3</sup>`. */
const POWER_TAG = /<sup>\s?([-−]?\w{1,6})\s?<\/sup>/gi;
/** `[!NOTE]`, the start of an alert on GitHub. */
const ALERT = /^\s*\[!([A-Z])([A-Z]{2,12})\]\s*/;
/** Marks around words in dialects of Markdown: `==marked==`, `++added++`, `:::`. */
const DIALECT = /(?<![^\s(])(==|\+\+)(?=[^\s=+])([^\n=+]{1,200}?)\1(?![\p{L}\p{N}=+])|:{3,}/gu;
const RELATIVE_PATH = /(?<![\p{L}\p{N}.])\.{1,2}\/(?=\w)/gu;
const COMMENT = /<!--(?:(?!<!--)[\s\S]){0,300}?-->|<!--|-->/g;
/**
 * Slashes between words (and/or, paths, tags), which speech engines would read aloud. Slashes between numbers
 * stay. In languages without rules for units (km/h), slashes inside words stay too.
 */
const SLASH = /\/+(?!\d)|(?<!\d)\/+/g;
const LOOSE_SLASH = /(?<![\p{L}\p{N}])\/+|\/+(?![\p{L}\p{N}])/gu;
const ENTITY = /&#?(\w+);/g;
const NON_ASCII = /[^\x20-\x7e]/;
/** Emoji with their joiners and modifiers, except ©, ® and ™, which are read as words. */
const EMOJI = new RegExp(
  String.raw`[[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{20e3}` +
    String.raw`\u{e0020}-\u{e007f}✓✗✘☐☑☒★☆●○■□◆◇►▶•▪·]--[©®™]]+` +
    String.raw`(?:\u200d+[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}]+)*`,
  'gv',
);
/** An arrow after a word becomes a pause; any other is dropped. */
const ARROWS = /(?<=[\p{L}\p{N})]) ?[←-⇿⟵-⟿]/gu;
const LOOSE_ARROWS = /[←-⇿⟵-⟿]+/g;
/** Control characters, soft hyphen, zero-width and direction marks, but not Persian or Indic joiners. */
const INVISIBLE = /[[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]--\s]+/gv;
const SAYABLE = /[\p{L}\p{N}]/u;
const LOOSE_STOP = / (?=[.,;:!?…]+(?: |$))/g;
/** A repeated mark, more than three stops, or several hyphens; `shorten` replaces them. `fe80::1` stays whole. */
const REPEATED = /([!?,;])\1+|(:):+(?![\da-f])|([.…]){4,}|-{2,}/g;
const EMPTY_BRACKETS = /[(（][ ,;]{0,5}[)）]/g;
const SENTENCE_END = /[.!?…。！？।؟۔]["'”’»)\]』」]{0,3}$/;
const WIDE_SCRIPT_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’»)』」]?$/u;
const DANGLING = new Set(' :;,–—-、，：；');

/**
 * The text of a block for a voice. Markup, references, emoji and invisible characters are removed. A URL
 * becomes its host, numbers and signs become words of the language, and runs of spaces become single
 * spaces. The result is empty when nothing is left to say. Takes linear time.
 */
export function toSpokenText(text: string, speaker: Speaker): string {
  let spoken = withoutReferences(inPlainForms(text));
  const isWide = NON_ASCII.test(spoken);
  if (isWide) spoken = spoken.replace(INVISIBLE, '');
  if (spoken.includes('<')) spoken = withoutTags(spoken);
  if (/==|\+\+|:::/.test(spoken)) spoken = spoken.replace(DIALECT, '$2');
  if (spoken.includes('./')) spoken = spoken.replace(RELATIVE_PATH, ' ');
  spoken = speaker.verbalise(verbaliseAddresses(spoken.replace(/\s+/g, ' '), speaker.locale));
  if (isWide) spoken = spoken.replace(ARROWS, ',').replace(LOOSE_ARROWS, ' ').replace(EMOJI, ' ');
  spoken = spoken.replace(MARKS, ' ');
  if (spoken.includes('&')) spoken = spoken.replace(ENTITY, ' $1 ');
  if (spoken.includes('/')) spoken = spoken.replace(speaker.locale === null ? LOOSE_SLASH : SLASH, ' ');
  spoken = spoken.replace(REPEATED, shorten).replace(EMPTY_BRACKETS, ' ');
  spoken = spoken.replace(/\s+/g, ' ').replace(LOOSE_STOP, '').trim();
  return SAYABLE.test(spoken) ? spoken : '';
}

/** The text, ending with the full stop of its script. A colon or dash at the end becomes a full stop. */
export function toSentence(text: string): string {
  if (text === '' || SENTENCE_END.test(text)) return text;
  let end = text.length;
  while (end > 0 && DANGLING.has(text.charAt(end - 1))) end--;
  const kept = text.slice(0, end);
  if (SENTENCE_END.test(kept)) return kept;
  return kept + (WIDE_SCRIPT_END.test(kept) ? '。' : '.');
}

function inPlainForms(text: string): string {
  let plain = text.replace(SMALL_FORMS, (form) => form.normalize('NFKC'));
  if (plain.includes('[!'))
    plain = plain.replace(ALERT, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}: `);
  if (!/<su[bp]>/i.test(plain)) return plain;
  return plain.replace(JOINED_TAG, '$1$2').replace(NOTE_TAG, '').replace(POWER_TAG, '^{$1}');
}

function withoutTags(text: string): string {
  return text.replace(COMMENT, ' ').replace(TAG, (tag) => (LAYOUT_TAG.test(tag) ? ' ' : tag));
}

/** One of the repeated marks, three stops, or a dash. */
function shorten(_: string, mark?: string, colon?: string, stop?: string): string {
  return mark ?? colon ?? (stop === undefined ? ' – ' : '...');
}

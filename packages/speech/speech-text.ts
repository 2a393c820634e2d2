import type { SpokenWords } from './languages.ts';
import type { Speaker } from './speaker.ts';

/**
 * The text of a block for a voice. Markup, references, emoji and invisible characters are removed. A URL
 * becomes its host, numbers and signs become words of the language, and runs of spaces become single
 * spaces. The result is empty when nothing is left to say. Takes linear time. The steps below are in the order
 * in which they are taken; most begin with a cheap test, because most texts need none of them.
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

/** Small, circled and raised characters as plain ones, and alerts of GitHub as words. */
function inPlainForms(text: string): string {
  let plain = text.replace(SMALL_FORMS, (form) => form.normalize('NFKC'));
  if (plain.includes('[!'))
    plain = plain.replace(ALERT, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}: `);
  if (!/<su[bp]>/i.test(plain)) return plain;
  return plain.replace(JOINED_TAG, '$1$2').replace(NOTE_TAG, '').replace(POWER_TAG, '^{$1}');
}

/** One or several of `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `[1†source]`, `[^note]`, with the space before. */
const BRACKETS = new RegExp(
  String.raw`(?:\s?(?:\[\^[^\]\s]{1,40}\]` +
    String.raw`|\[{1,2}\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}(?:†[^\]\n]{0,80})?\]{1,2})(?:\(\s?\))?` +
    String.raw`(?:\s?[,;–-](?=\s?\[\^?\d))?)+:?`,
  'g',
);
/** `【1】`, `【1†source】`, `〔1〕`, `［1］`. */
const OTHER_BRACKETS =
  /\s?(?:【\^?(?:doc|source)?\d{1,3}(?:[†:,‡\s-][^】\n]{0,80})?】|[〔［]\d{1,3}[〕］])/gi;
/** `(Source 1)`, `[Sources 1, 2]`, `[doc1]`: some models write these for `[1]`. */
const NAMED = new RegExp(
  String.raw`\s?[[(](?:see )?(?:sources?|refs?\.?|documents?|docs?|citations?|quellen?|fuentes?` +
    String.raw`|fontes?|fonti)\s?[:#]?\s?\d{1,3}(?:(?:\s?[,;&–-]\s?|\s(?:and|und|y|et` +
    String.raw`|e)\s)\d{1,3}){0,9}[\])]`,
  'gi',
);
/** The remainder of `(see [1])`. */
const LEFT_OVER = /\s?\((?:see|see also|siehe|vgl\.|voir|véase|ver|vedi|cf\.)\s?\)/gi;
/** Superscript digits after a word or stop; `m²` and `10³` keep theirs. */
const RAISED = new RegExp(
  String.raw`(?<=[\p{L}]{4}|(?<!\p{L})\p{Lu}\p{Ll}{2}|[\p{L}\p{N}][.,;:!?)”"])[¹²³⁰⁴-⁹]+(?:[,⁻ ⁃][¹²³⁰⁴-⁹]+)*` +
    String.raw`|(?<=\p{L}{2}) [¹²³⁰⁴-⁹]+(?: [¹²³⁰⁴-⁹]+)*(?![\p{L}\p{N}])`,
  'gu',
);
/** Raised digits in the form of Pandoc, after a word or stop: `word^3^`. */
const RAISED_IN_MARKS = /(?<=\p{L}{3}|[.,;:!?)”"])\^\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\^/gu;
/** The definition of a link: `[1]: https://example.org "Title"`. */
const DEFINITION =
  /^\s{0,3}\[(?!\^)[^\]\n]{1,200}\]:\s{0,9}\S{1,2000}(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?\s*$/gm;
/** The label of a footnote: `[^1]: `. */
const NOTE_START = /^\s{0,3}\[\^[^\]\s]{1,40}\]:\s?/gm;

/** A block's lines without references: citations, footnote marks and definitions of links. */
function withoutReferences(text: string): string {
  let kept = text;
  if (kept.includes('[')) {
    if (kept.includes(']:')) kept = kept.replace(DEFINITION, '').replace(NOTE_START, '');
    kept = kept.replace(BRACKETS, '');
  }
  if (/\([^()]{2,9}\)/.test(kept)) kept = kept.replace(LEFT_OVER, '');
  if (/[【〔［]/.test(kept)) kept = kept.replace(OTHER_BRACKETS, '');
  if (/\d\s?[\])]/.test(kept)) kept = kept.replace(NAMED, '');
  if (kept.includes('^')) kept = kept.replace(RAISED_IN_MARKS, '');
  return /[¹²³⁰⁴-⁹]/.test(kept) ? kept.replace(RAISED, '') : kept;
}

const COMMENT = /<!--(?:(?!<!--)[\s\S]){0,300}?-->|<!--|-->/g;
const TAG = /<\/?[A-Za-z][A-Za-z0-9-]{0,30}(?:\s[^<>]{0,300})?\/?>/g;
/** Layout tags, closing tags, and tags with an attribute or slash. `<title>` in a sentence is a word. */
const LAYOUT_TAG = new RegExp(
  String.raw`^<(?:\/|(?:a|abbr|b|big|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr` +
    '|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|small|source|span|strong|sub|summary' +
    String.raw`|sup|table|tbody|td|th|thead|tr|u|ul)\b|[^<>]*[=/])`,
  'i',
);

/** Comments and tags become spaces; what only looks like a tag stays. */
function withoutTags(text: string): string {
  return text.replace(COMMENT, ' ').replace(TAG, (tag) => (LAYOUT_TAG.test(tag) ? ' ' : tag));
}

/** The name and the host of a mail address. */
const MAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}.+_-])([\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63})@([\p{L}\p{N}-]{1,63}` +
    String.raw`(?:\.[\p{L}\p{N}-]{1,63}){1,4})`,
  'gu',
);
/** An address on the web, with what follows its scheme or `www.`. */
const URL_IN_TEXT = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)([^\s<>"“”„«»‹›「」『』()[\]{}|\\^`*]*)/gi;

/** A space in the name of a file or a path: `my%20file.pdf`. */
const CODED_SPACE = /(?<=[\p{L}\p{N}_-])%20(?=[\p{L}\p{N}_(-])/gu;

/** Replaces URLs by their host, and marks in mail addresses by words; without a locale the marks stay. */
function verbaliseAddresses(text: string, locale: SpokenWords | null): string {
  let said = text;
  if (said.includes('://') || said.includes('www.'))
    said = said.replace(URL_IN_TEXT, (_, address: string) => sayHost(address, locale));
  if (said.includes('%20')) said = said.replace(CODED_SPACE, ' ');
  if (!said.includes('@') || locale === null) return said;
  return said.replace(MAIL, (_, name: string, host: string) => {
    // `@scope/name@1.2.3-beta` is a version.
    const say = /\.\p{L}[\p{L}\p{N}]*$/u.test(host) ? sayMarks : sayDots;
    return `${say(name, locale)} ${locale.at} ${say(host, locale)}`;
  });
}

/** The host of a URL, without its port, with the punctuation that follows the URL in the sentence. */
function sayHost(address: string, locale: SpokenWords | null): string {
  const end = /[.,;:!?'‘’_~]{0,8}$/.exec(address)?.[0] ?? '';
  const full = address.slice(0, address.length - end.length);
  // A file URL has no host, so its name is used.
  const host =
    (full.startsWith('/') ? full.slice(full.lastIndexOf('/') + 1) : full).split(/[/?#]/, 1)[0] ?? '';
  const named = host.slice(host.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return sayDots(named.replace(/^www\./i, ''), locale) + end;
}

/** Hyphens and underscores of a mail address are spoken as well, so that it can be written down. */
function sayMarks(name: string, locale: SpokenWords): string {
  return sayDots(name, locale)
    .replaceAll('_', ` ${locale.underscore} `)
    .replaceAll('-', ` ${locale.dash} `)
    .replaceAll('+', ` ${locale.signs['+']} `);
}

function sayDots(name: string, locale: SpokenWords | null): string {
  return locale === null ? name : name.replaceAll('.', ` ${locale.dot} `);
}

/** Characters of Markdown and other markup, which a voice must not read. */
const MARKS = /[*_~#|<>[\]{}\\^`【】［］]+/g;
/** Marks around words in dialects of Markdown: `==marked==`, `++added++`, `:::`. */
const DIALECT = /(?<![^\s(])(==|\+\+)(?=[^\s=+])([^\n=+]{1,200}?)\1(?![\p{L}\p{N}=+])|:{3,}/gu;
const RELATIVE_PATH = /(?<![\p{L}\p{N}.])\.{1,2}\/(?=\w)/gu;
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

/** One of the repeated marks, three stops, or a dash. */
function shorten(_: string, mark?: string, colon?: string, stop?: string): string {
  return mark ?? colon ?? (stop === undefined ? ' – ' : '...');
}

const SENTENCE_END = /[.!?…。！？।؟۔]["'”’»)\]』」]{0,3}$/;
const WIDE_SCRIPT_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’»)』」]?$/u;
const DANGLING = new Set(' :;,–—-、，：；');

/** The text, ending with the full stop of its script. A colon or dash at the end becomes a full stop. */
export function toSentence(text: string): string {
  if (text === '' || SENTENCE_END.test(text)) return text;
  let end = text.length;
  while (end > 0 && DANGLING.has(text.charAt(end - 1))) end--;
  const kept = text.slice(0, end);
  if (SENTENCE_END.test(kept)) return kept;
  return kept + (WIDE_SCRIPT_END.test(kept) ? '。' : '.');
}

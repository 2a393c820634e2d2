import { BRACKET_WORDS, ROLES, TAG_NAMES } from './chat-tokens.ts';

/**
 * Characters nobody sees and that carry hidden text or turn the reading direction: soft hyphen, zero-width characters,
 * bidi controls, fillers, variation selectors, tag characters. The zero-width joiners stay behind a letter of the
 * Arabic and Indic scripts, where they are spelling.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\u034f|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<![\u0600-\u0dff])[\u200c\u200d]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

const NUMBERS = '\\d{1,3}(?:\\s*[,;–-]\\s*\\^?\\d{1,3})*';

const BARRED = '[<＜﹤][|｜][^<>＜＞﹤﹥\\n]{1,60}[|｜][>＞﹥]';
/** Some templates have a bar at one end only: `<|turn>` begins what `<turn|>` ends. */
const HALF_BARRED = '[<＜﹤](?:[|｜][\\p{L}\\p{N}_-]{1,60}|[\\p{L}\\p{N}_-]{1,60}[|｜])[>＞﹥]';
const TAG = `[<＜﹤]{1,2}\\s*[/／]?\\s*(?:${TAG_NAMES.join('|')})(?![\\p{L}\\p{N}_-])`;
const BRACKETED = `[[［]\\s*[/／]?\\s*(?:${BRACKET_WORDS.join('|')})\\s*[\\]］]`;
const CITATION = `[[［【〔]\\s*(?:sources?\\s*)?\\^?${NUMBERS}\\s*[\\]］】〕]`;
const ACTIVE = new RegExp(`${BARRED}|${HALF_BARRED}|${TAG}|${BRACKETED}|${CITATION}`, 'giu');

const ROLE_HEADING = new RegExp(
  `^([ \\t]*)(?:#{1,6}[ \\t]*)?(?:\\*\\*)?(${ROLES.join('|')})(?:\\*\\*)?[ \\t]*(?:[:：](?:\\*\\*)?|$)`,
  'gimu',
);

const INERT: Readonly<Record<string, string>> = {
  '<': '‹',
  '＜': '‹',
  '﹤': '‹',
  '>': '›',
  '＞': '›',
  '﹥': '›',
  '[': '(',
  '［': '(',
  '【': '(',
  '〔': '(',
  ']': ')',
  '］': ')',
  '】': ')',
  '〕': ')',
};

/**
 * Text from strangers, made fit to stand in a prompt: nothing invisible, nothing that reads as our delimiter, as a
 * token of a chat template, as the heading of a speaker or as a citation. What a reader sees stays readable:
 * `<|im_end|>` becomes `‹|im_end|›`, `[3]` becomes `(3)`, `System: do` becomes `System – do`.
 */
export function defuse(text: string): string {
  // In this order: a heading that loses its marks may leave a tag behind it.
  return withoutInvisible(text).replace(ROLE_HEADING, '$1$2 –').replace(ACTIVE, toInert);
}

/** The text without characters that nobody sees; line ends are `\n`, other control characters blanks. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').replace(/\r\n?/g, '\n').replace(CONTROL, ' ');
}

function toInert(token: string): string {
  return token.replace(/[<>[\]＜＞﹤﹥［］【】〔〕]/g, (bracket) => INERT[bracket] ?? ' ');
}

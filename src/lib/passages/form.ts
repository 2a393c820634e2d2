import lists from './words.json' with { type: 'json' };

const FINISHED = /[\p{Sentence_Terminal}…]["'”’»」』）)\]]*$/u;
const ASKS = /[?？؟]["'”’»」』）)\]]*$/u;
const CUT_OFF = /^\p{Ll}/u;
const SIGNS = /[{}[\];=<>$|\\·^*#_~`@]/g;
const CAPITAL = /(?<![\p{L}\p{N}])\p{Lu}/gu;
const DEFINES = new RegExp(
  String.raw`\b(?:(?:is|are|was|were) (?:an?|the|one)|(?:ist|sind|war|waren) (?:eine?r?|der|die|das)|is een` +
    `|(?:est|sont|était) (?:une?|les?|la|des)` +
    '|(?:es|son|era|fue|é|são|è|sono) (?:una?|el|la|los|las|um|uma|o|os|il|lo|i|gli))' +
    String.raw`\b|это|是|とは|は、`,
  'u',
);
const pronouns = new Set(lists.pronouns.split(' '));

/** Whether a text ends like a question. */
export function isQuestion(text: string): boolean {
  return ASKS.test(text);
}

/** Whether a text has no final stop, as headings, table cells and list items have none. */
export function isUnfinished(text: string): boolean {
  return !FINISHED.test(text);
}

/** Whether a text begins with a small letter, as the rest of a sentence does. */
export function isCutOff(text: string): boolean {
  return CUT_OFF.test(text);
}

/** Whether a sentence has the form of a definition: "is a", "was the". */
export function definesSomething(text: string): boolean {
  return DEFINES.test(text);
}

/** Whether a word is a pronoun; a sentence that begins with one has its subject in an earlier sentence. */
export function isPronoun(word: string): boolean {
  return pronouns.has(word);
}

/** The share of a text that is signs as in code and tables. */
export function shareOfSigns(text: string): number {
  return (text.match(SIGNS)?.length ?? 0) / Math.max(1, text.length);
}

/** How many words begin with a capital. */
export function countCapitals(text: string): number {
  return text.match(CAPITAL)?.length ?? 0;
}

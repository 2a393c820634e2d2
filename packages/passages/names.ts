import { isStopWord } from '@sayso/text/words.ts';

/** Words with a capital, numbers, and runs of katakana, which often write foreign names. */
const ANY_NAME = new RegExp(
  [
    String.raw`\p{Lu}(?<![\p{L}\p{M}\p{N}].)[\p{L}\p{M}\p{N}'’.,-]{0,40}`,
    String.raw`\p{N}(?<![\p{Lu}\p{Ll}\p{M}\p{N}].)[\p{Lu}\p{Ll}\p{N}'’.,-]{0,40}`,
    String.raw`[\p{Script=Katakana}ー]{2,40}`,
  ].join('|'),
  'gu',
);
/** The same for a text whose letters are all ASCII; this pattern takes a third of the time. */
const ASCII_NAME = /[A-Z0-9](?<![a-zA-Z0-9].)[a-zA-Z0-9'’.,-]{0,40}/g;
const BEYOND_ASCII = /[^\0-\x7f‘’“”–—…]/;
/** What may stand at the end of a run and is no part of the name. */
const ENDING = /(?:['’]s|[.,'’-])$/;

/**
 * The names and numbers of a sentence, in lower case, each once. The first word is left out unless it is a
 * number, because every sentence begins with a capital. In scripts without capitals, only numbers and runs of
 * katakana are found.
 */
export function namesOf(sentence: string): readonly string[] {
  const found = sentence.match(BEYOND_ASCII.test(sentence) ? ANY_NAME : ASCII_NAME) ?? [];
  const names = new Set<string>();
  for (const [at, run] of found.entries()) {
    const name = run.replace(ENDING, '').toLowerCase();
    const isWord = name.length >= 2 && !isStopWord(name) && !(at === 0 && isFirst(sentence, run));
    if (isWord || startsWithNumber(name)) names.add(name);
  }
  return [...names];
}

/** Whether a run begins the sentence, behind at most two marks. */
function isFirst(sentence: string, run: string): boolean {
  const index = sentence.indexOf(run);
  return index <= 2 && !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
}

/** Whether what `namesOf` found is a number, or begins with one: `1889`, `5th`. */
function startsWithNumber(name: string): boolean {
  return /^\p{N}/u.test(name);
}

/** The kind of answer that a question asks for, judged only by its words. */
type AnswerKind = 'number' | 'name' | 'other';

const NUMBER = anyOf(
  'how (?:many|much|old|long|far|tall|high|large|big)|when|what (?:percentage|number|year)|wann|wie viele?',
  'cuánt[oa]s?|cuándo|combien|quand|quant[aei]|quando|сколько|когда|kaç|bao nhiêu',
);
const NAME = anyOf(
  'who|whom|whose|which|where|wer|wem|wen|wo|welche[rsnm]?|quién(?:es)?|dónde|cuál|qui|où|quel(?:le)?s?|chi',
  'dove|quale|кто|где|какой|какая|kim|nerede|hangi|ποιος|ποια|πού|cine|unde|care',
);

/** Whether a question asks for a number or date, or for a name. */
export function answerKindOf(question: string): AnswerKind {
  if (NUMBER.test(question)) return 'number';
  return NAME.test(question) ? 'name' : 'other';
}

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\P{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
}

/** Whether some names and numbers (`namesOf`) are of the kind that is asked for; false for `other`. */
export function hasKind(names: readonly string[], kind: AnswerKind): boolean {
  if (kind === 'other') return false;
  return kind === 'name' ? names.length > 0 : names.some(startsWithNumber);
}

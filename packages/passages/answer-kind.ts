import { startsWithNumber } from './names.ts';

/** The kind of answer that a question asks for, judged only by its words. */
export type AnswerKind = 'number' | 'name' | 'other';

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

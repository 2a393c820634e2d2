import { detectLanguage } from '@sayso/text/language.ts';
import { statesValue } from '@sayso/verdicts';
import { answerWords } from '../../answer/answer-words.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';

/** The classes of SimpleQA (J. Wei and others, https://arxiv.org/abs/2411.04368). */
export const GRADES = ['correct', 'incorrect', 'not-attempted'] as const;
/** One of them. */
export type Grade = (typeof GRADES)[number];

/** What a question and its right answers are compared with. */
export type Gold = Pick<EvalQuestion, 'question' | 'answers' | 'patterns'>;

/** Scripts without spaces between words, which are compared by characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const YES_OR_NO = /^(?:yes|no|true|false)$/;
/** An answer may have another article, or none. */
const ARTICLE = /^(?:the|an?) (?=.)/;
const CITATION = /\[\d{1,3}\]/g;
/** An English sentence that declines to answer. A model judge knows other languages and other words. */
const DECLINES = new RegExp(
  String.raw`(?:\bnot|n['’]t|\bcannot|\bunable to)(?: (?:be|to|have|explicitly|directly)){0,2} ` +
    '(?:know|sure|say|state|mention|contain|answer|specify|provide|give|include|name|tell|find|found|' +
    String.raw`determine|confirm|available|enough|sufficient)|\bno (?:information|mention|evidence|answer)\b`,
  'i',
);
/** An answer declines at its beginning. */
const BEGINNING_CHARS = 300;

/**
 * Grades an answer by comparison alone. It is correct if it contains one of the answers, as words or as the
 * same number or date; a question without answers has no correct answer. Any other answer that is empty, shows no
 * passage or declines at its beginning is not attempted. Markdown and citations do not count. Takes linear time.
 * @param language the language of the answer, a BCP 47 tag
 */
export function gradeExactly(answer: string, gold: Gold, language: string): Grade {
  const { noModelSetUp, nothingFound, nothingInDocuments } = answerWords(language);
  const text = [nothingFound, nothingInDocuments]
    .reduce((rest, words) => rest.replace(words, ''), answer)
    .replace(CITATION, ' ')
    .replace(/\\(.)/g, '$1')
    .trim();
  if (text === '' || text === noModelSetUp) return 'not-attempted';
  if (containsAnswer(text, gold)) return 'correct';
  return DECLINES.test(text.slice(0, BEGINNING_CHARS)) ? 'not-attempted' : 'incorrect';
}

/** Whether a text contains one of the answers to a question. Takes linear time. */
export function containsAnswer(text: string, { question, answers, patterns }: Gold): boolean {
  if (patterns.some((pattern) => new RegExp(pattern, 'i').test(text))) return true;
  if (answers.length === 0) return false;
  const words = ` ${flatten(text)} `;
  return answers.some((answer) => {
    const sought = flatten(answer).replace(ARTICLE, '');
    if (sought === '') return false;
    // Most texts have a "no" somewhere, so such an answer has to come first.
    if (YES_OR_NO.test(sought)) return words.startsWith(` ${sought} `);
    if (UNSPACED.test(answer) && words.replaceAll(' ', '').includes(sought.replaceAll(' ', ''))) return true;
    return words.includes(` ${sought} `) || statesValue(text, answer, detectLanguage(question));
  });
}

/** Lower case without accents, marks and possessives; words are separated by one space. */
function flatten(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

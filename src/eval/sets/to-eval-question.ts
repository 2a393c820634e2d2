import { fieldOf } from '@sayso/text/own-value.ts';
import { Failure } from '../../core/failure.ts';
import type { EvalPage, EvalQuestion } from './eval-question.ts';
import type { SetRow } from './read-rows.ts';

/** The names of the same field in the published sets, the own one first. */
const NAMES = {
  id: ['id', 'question_id'],
  question: ['question', 'problem', 'Prompt', 'question_sentence'],
  answers: ['answers', 'answer', 'Answer'],
  kind: ['kind', 'reasoning_types', 'question_source'],
  asOf: ['as_of', 'date', 'question_date'],
  pages: ['pages', 'search_result'],
} as const;

/** The kind of a question of SimpleQA, whose metadata are a dictionary of Python. */
const ANSWER_TYPE = /'answer_type': '([^']*)'/;

/**
 * A row of any of the supported sets as a question. Besides the form of docs/evaluate.md, it understands the
 * columns of SimpleQA (`metadata`, `problem`, `answer`), of FRAMES (`Prompt`, `Answer`, `reasoning_types`)
 * and of RealTimeQA (`question_sentence`, `choices` and the numbers of the right ones).
 * @throws Failure for a row without a question or with an invalid pattern
 */
export function toEvalQuestion({ fields, number }: SetRow, place: string): EvalQuestion {
  const pick = (names: readonly string[]) =>
    names.map((name) => fieldOf(fields, name)).find((value) => value !== undefined && value !== null);
  const question = toText(pick(NAMES.question)).trim();
  if (question === '') throw new Failure('invalid-question', `${place}: there is no question.`);
  const asOf = toText(pick(NAMES.asOf)).replaceAll('/', '-').slice(0, 10);
  const pages = pick(NAMES.pages);
  return {
    id: toText(pick(NAMES.id) ?? number),
    question,
    answers: toAnswers(pick(NAMES.answers), fieldOf(fields, 'choices')),
    patterns: toPatterns(fieldOf(fields, 'accept'), place),
    kind: toText(pick(NAMES.kind)) || (ANSWER_TYPE.exec(toText(fieldOf(fields, 'metadata')))?.[1] ?? ''),
    asOf: /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? asOf : null,
    pages: Array.isArray(pages) ? pages.map((page, at) => toPage(page, `${place}, page ${at + 1}`)) : null,
  };
}

/** Empty for anything but a text or a number. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** RealTimeQA gives the numbers of the right choices, from 0; other sets give the answers themselves. */
function toAnswers(value: unknown, choices: unknown): readonly string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((text) => toText(text).trim());
  const isNumbered =
    Array.isArray(choices) && Array.isArray(value) && texts.every((text) => /^\d$/.test(text));
  const answers = isNumbered ? texts.map((number) => toText(choices[Number(number)])) : texts;
  return answers.filter((text) => text !== '');
}

function toPatterns(value: unknown, place: string): readonly string[] {
  const patterns = (Array.isArray(value) ? value : []).map(toText).filter((text) => text !== '');
  for (const pattern of patterns) {
    try {
      new RegExp(pattern, 'i');
    } catch {
      throw new Failure('invalid-question', `${place}: ${pattern} is not a regular expression.`);
    }
  }
  return patterns;
}

/** A page of a set. The own sets name its day `date`, RealTimeQA `publish_date`. */
function toPage(value: unknown, place: string): EvalPage {
  const url = toText(fieldOf(value, 'url'));
  if (!URL.canParse(url)) throw new Failure('invalid-question', `${place}: it needs a URL.`);
  const day = toText(fieldOf(value, 'date') ?? fieldOf(value, 'publish_date')).replaceAll('/', '-');
  return {
    url,
    title: toText(fieldOf(value, 'title')),
    text: toText(fieldOf(value, 'text')),
    publishedAt: /^\d{4}-\d{2}-\d{2}/.test(day) ? day : null,
  };
}

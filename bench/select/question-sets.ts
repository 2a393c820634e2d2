import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readChineseQuestions } from './chinese-questions.ts';
import { readClaims } from './claims.ts';
import { readJsonLines } from './json-lines.ts';
import type { QuestionSet, SetPage, SetQuestion } from './question-set.ts';

/** The maximum number of sources that the contract allows for a question. */
export const MAX_SOURCES = 10;

const NEWS = ['rtqa', 'rtqa2'];
const OTHERS = ['covidqa', 'xquad', 'jsquad', 'nqpages', 'hotpot'];
const BUDGETS = [500, 1000, 2000];
const CLAIM_BUDGETS = [300, 600, 1200];
/** Room for three snippets of any length. */
const ROOMY = 20_000;

type Row = {
  readonly id: string;
  readonly lang?: string;
  readonly question: string;
  readonly answer: string;
  readonly answers?: readonly string[];
  readonly choices?: readonly string[];
  readonly support?: readonly string[];
  readonly pages: readonly (SetPage & { readonly doc?: string })[];
};

/**
 * The question sets that a data folder contains: `SET/*.jsonl.gz` or `selection/SET.*.jsonl.gz` for the
 * questions, `wice/` for claims, `rgb/` for Chinese. With names, only these sets; with a step of n, only
 * every nth question.
 */
export function readQuestionSets(folder: string, only: readonly string[], step: number): QuestionSet[] {
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  const common = { budgets: BUDGETS, maxSources: MAX_SOURCES, wholePages: false };
  const sets: QuestionSet[] = [...NEWS, ...OTHERS].filter(isWanted).flatMap((name) => {
    const questions = readQuestions(folder, name);
    return questions.length === 0 ? [] : [{ ...common, name, isNews: NEWS.includes(name), questions }];
  });
  if (isWanted('wice') && existsSync(join(folder, 'wice'))) {
    sets.push({
      ...common,
      name: 'wice',
      isNews: false,
      budgets: CLAIM_BUDGETS,
      questions: readClaims(folder),
    });
  }
  if (isWanted('chinese') && existsSync(join(folder, 'rgb'))) {
    const questions = readChineseQuestions(folder);
    sets.push({
      name: 'chinese',
      isNews: false,
      budgets: [ROOMY],
      maxSources: 3,
      wholePages: true,
      questions,
    });
  }
  return sets.map((set) => ({ ...set, questions: set.questions.filter((_, at) => at % step === 0) }));
}

function readQuestions(folder: string, name: string): SetQuestion[] {
  const own = existsSync(join(folder, name));
  const [place, beginning] = own ? [name, ''] : ['selection', `${name}\\.`];
  if (!existsSync(join(folder, place))) return [];
  const files = readdirSync(join(folder, place)).filter((file) => new RegExp(`^${beginning}`).test(file));
  if (files.length === 0) return [];
  const docs = files.includes(`${name}.docs.jsonl.gz`)
    ? readJsonLines<SetPage & { readonly doc: string }>(folder, place, `${name}\\.docs`)
    : [];
  const byDoc = new Map(docs.map((doc) => [doc.doc, doc]));
  return readJsonLines<Row>(folder, place, `${beginning}(?!docs)`).map((row) => toQuestion(row, byDoc));
}

function toQuestion(row: Row, byDoc: ReadonlyMap<string, SetPage>): SetQuestion {
  return {
    id: row.id,
    lang: row.lang ?? 'en',
    question: row.question,
    answers: row.answers ?? [row.answer],
    choices: row.choices ?? [],
    support: row.support === undefined ? [] : [row.support],
    pages: row.pages.flatMap((page) => (page.doc === undefined ? page : (byDoc.get(page.doc) ?? []))),
  };
}

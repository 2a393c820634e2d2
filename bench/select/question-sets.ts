import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPacked } from '../json-lines.ts';

/** A page among which a selection is made. */
export type SetPage = { readonly url: string; readonly title: string; readonly text: string };

/** A question with the pages found for it, in the engine's order. */
export type SetQuestion = {
  /** BCP 47. */
  readonly lang: string;
  readonly question: string;
  /** Texts of which a context should contain one. */
  readonly answers: readonly string[];
  readonly pages: readonly SetPage[];
};

/** Questions of one kind. */
type QuestionSet = { readonly name: string; readonly questions: readonly SetQuestion[] };

const SETS = ['rtqa', 'rtqa2', 'covidqa', 'xquad', 'jsquad', 'nqpages', 'hotpot'];

type Row = {
  readonly lang?: string;
  readonly question: string;
  readonly answer: string;
  readonly answers?: readonly string[];
  readonly pages: readonly (SetPage & { readonly doc?: string })[];
};

/**
 * The question sets that a data folder contains, as `SET/*.jsonl.gz` or `selection/SET.*.jsonl.gz`. With names,
 * only these sets; with a step of n, only every nth question.
 */
export function readQuestionSets(folder: string, only: readonly string[], step: number): QuestionSet[] {
  return SETS.filter((name) => only.length === 0 || only.includes(name)).flatMap((name) => {
    const questions = readQuestions(folder, name).filter((_, at) => at % step === 0);
    return questions.length === 0 ? [] : [{ name, questions }];
  });
}

function readQuestions(folder: string, name: string): SetQuestion[] {
  const own = existsSync(join(folder, name));
  const place = join(folder, own ? name : 'selection');
  const beginning = own ? '' : `${name}\\.`;
  if (!existsSync(place)) return [];
  const files = readdirSync(place).filter((file) => new RegExp(`^${beginning}`).test(file));
  if (files.length === 0) return [];
  const docs = files.includes(`${name}.docs.jsonl.gz`)
    ? readPacked<SetPage & { readonly doc: string }>(place, `${name}\\.docs`)
    : [];
  const byDoc = new Map(docs.map((doc) => [doc.doc, doc]));
  return readPacked<Row>(place, `${beginning}(?!docs)`).map((row) => ({
    lang: row.lang ?? 'en',
    question: row.question,
    answers: row.answers ?? [row.answer],
    pages: row.pages.flatMap((page) => (page.doc === undefined ? page : (byDoc.get(page.doc) ?? []))),
  }));
}

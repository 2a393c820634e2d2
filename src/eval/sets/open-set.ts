import { Failure } from '../../core/failure.ts';
import { createRandom } from '../random.ts';
import type { EvalQuestion } from './eval-question.ts';
import { readRows } from './read-rows.ts';
import { toEvalQuestion } from './to-eval-question.ts';

/** The files of a set, and the part of it that is asked. */
export type SetChoice = {
  readonly path: string;
  /** A second file with the pages of the questions, as RealTimeQA has it; null for none. */
  readonly pagesPath: string | null;
  /** The number of questions to draw at random; null for all. */
  readonly count: number | null;
  readonly seed: number;
};

/** A set that was read once from its beginning to its end, so that every row is known to be valid. */
export type OpenSet = {
  /** The ids of the chosen questions, in the order of the file. */
  readonly ids: ReadonlySet<string>;
  /** Whether every chosen question brings its own pages. */
  readonly hasPages: boolean;
  /** The chosen questions, read anew, so that their pages are in memory one at a time. */
  questions(): AsyncGenerator<EvalQuestion>;
};

/**
 * Opens a set.
 * @throws Failure for a file that cannot be read or has no questions, and for rows with equal ids
 */
export async function openSet(choice: SetChoice): Promise<OpenSet> {
  const all = new Map<string, boolean>();
  for await (const { id, pages } of readQuestions(choice)) {
    if (all.has(id))
      throw new Failure('invalid-question', `${choice.path}: two questions have the id ${id}.`);
    all.set(id, pages !== null);
  }
  if (all.size === 0) throw new Failure('invalid-question', `${choice.path} has no questions.`);
  const ids = new Set(drawFrom([...all.keys()], choice.count ?? all.size, choice.seed));
  return {
    ids,
    hasPages: [...ids].every((id) => all.get(id) === true),
    async *questions() {
      for await (const question of readQuestions(choice)) if (ids.has(question.id)) yield question;
    },
  };
}

async function* readQuestions({ path, pagesPath }: SetChoice): AsyncGenerator<EvalQuestion> {
  const added = new Map<string, EvalQuestion['pages']>();
  if (pagesPath !== null)
    for await (const row of readRows(pagesPath)) {
      const { id, pages } = toEvalQuestion(
        { ...row, fields: { question: '-', ...row.fields } },
        `${pagesPath}, row ${row.number}`,
      );
      added.set(id, pages);
    }
  for await (const row of readRows(path)) {
    const question = toEvalQuestion(row, `${path}, row ${row.number}`);
    const pages = added.get(question.id);
    yield pages === undefined ? question : { ...question, pages };
  }
}

/** A sample without repetition (Fisher and Yates), in its order; the same for the same seed. */
export function drawFrom(items: readonly string[], count: number, seed: number): readonly string[] {
  if (count >= items.length) return items;
  const random = createRandom(seed);
  const mixed = [...items];
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (mixed.length - at));
    [mixed[at], mixed[other]] = [mixed[other] ?? '', mixed[at] ?? ''];
  }
  const drawn = new Set(mixed.slice(0, count));
  return items.filter((item) => drawn.has(item));
}

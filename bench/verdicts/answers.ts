import { readdirSync, readFileSync } from 'node:fs';
import { toStatements } from '../../src/lib/markdown/index.ts';
import { createJudge } from '../../src/lib/verdicts/judge.ts';
import { sourceOf } from './claims.ts';

/** An answer that a model wrote, with the texts that it was given. */
type WrittenAnswer = {
  readonly id: string;
  readonly language: string;
  readonly answer: string;
  readonly sources: readonly {
    readonly index: number;
    readonly title: string;
    readonly text: string;
    readonly date: string;
  }[];
};

/** The line between two passages of a source. */
const BETWEEN_PASSAGES = /^…$/mu;

/** The verdicts on all statements of the answers in a folder: a line for each, as its scorer reads them. */
export function judgeAnswers(folder: string): readonly object[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const answers: readonly WrittenAnswer[] = files.flatMap((name) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  return answers.flatMap(({ id, language, answer, sources }) => {
    const texts = sources.map(({ index, title, text, date }) => ({
      ...sourceOf(text.split(BETWEEN_PASSAGES), index),
      title,
      publishedAt: date,
    }));
    const judge = createJudge(texts, language);
    return toStatements(answer, sources.length).map((statement, index) => {
      const { from, to, text } = statement;
      const { verdict, score, reason = null, isSure = null } = judge(statement, index);
      return { id, from, to, verdict, score, reason, sure: isSure, text };
    });
  });
}

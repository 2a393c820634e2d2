import { readdirSync } from 'node:fs';
import { toStatements } from '@sayso/markdown';
import { createJudge } from '@sayso/verdicts';
import type { JudgedStatement } from '../../src/core/answer.ts';
import type { Source } from '../../src/core/source.ts';
import { readJsonLines } from '../json-lines.ts';

/** An answer that a model wrote, with the texts that it was given, as its file has it. */
type WrittenAnswer = {
  readonly id: string;
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  /** The statements as readers labelled them; absent if nobody did. */
  readonly statements?: readonly LabelledStatement[];
  readonly sources: readonly {
    readonly index: number;
    readonly url: string;
    readonly title: string;
    readonly text: string;
    readonly date: string;
  }[];
};

/** What readers say of a statement, from the sources alone. */
export type Label = 'supported' | 'contradicted' | 'unsupported' | 'no-claim';

/** A statement with its place in the answer. */
type LabelledStatement = { readonly from: number; readonly to: number; readonly label: Label };

/** An answer with the verdicts that the comparison of words gives. */
export type JudgedAnswer = {
  readonly id: string;
  /** The name of its file without the ending: `quick` or `long`. */
  readonly set: string;
  readonly labels: readonly LabelledStatement[];
  readonly question: string;
  readonly language: string;
  /** Markdown. */
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly statements: readonly JudgedStatement[];
};

/** The line between two passages of a source. */
const BETWEEN_PASSAGES = '\n…\n';

/** Judges every statement of the answers in the `.jsonl` files of a folder. */
export function judgedAnswers(folder: string): readonly JudgedAnswer[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const answers = files.flatMap((name) =>
    readJsonLines<WrittenAnswer>(`${folder}/${name}`).map((written) => ({
      set: name.replace('.jsonl', ''),
      written,
    })),
  );
  return answers.map(({ set, written: { id, question, language, answer, ...written } }) => {
    const sources = written.sources.map(toSource);
    const judge = createJudge(sources, language);
    const statements = toStatements(answer, sources.length).map((statement, index) => {
      const { text, from, to } = statement;
      return { index, text, from, to, ...judge(statement, index) };
    });
    return { id, set, labels: written.statements ?? [], question, language, answer, sources, statements };
  });
}

function toSource({ index, url, title, text, date }: WrittenAnswer['sources'][number]): Source {
  let from = 0;
  const passages = text.split(BETWEEN_PASSAGES).map((passage) => {
    const to = from + passage.length;
    const placed = { text: passage, from, to };
    from = to + BETWEEN_PASSAGES.length;
    return placed;
  });
  return { index, url, title, snippet: '', passages, basis: 'page', ...(date ? { publishedAt: date } : {}) };
}

import type { AnswerEvent, EventTransform } from '../core/events.ts';
import type { Answer, CitationMove, Source } from '../core/terms.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { createGrowingStatements } from '../markup/growing-statements.ts';
import { type Statement, toStatements } from '../markup/statements.ts';
import { isOwnSentence } from './answer-words.ts';

/** Prepares to judge the statements of one answer; `language` is a BCP 47 tag or `und`. */
export type CreateJudge = (
  sources: readonly Source[],
  language: string,
) => (statement: Statement, index: number) => JudgedStatement;

/** The same judge, which does not check the sentences that the service itself added. */
export function exceptOwnWords(createJudge: CreateJudge): CreateJudge {
  return (sources, language) => {
    const judge = createJudge(sources, language);
    return (statement, index) =>
      isOwnSentence(statement.text, language)
        ? { index, ...placeOf(statement), verdict: 'not-checked', score: null, quotes: [] }
        : judge(statement, index);
  };
}

function placeOf({ text, from, to }: Statement): Pick<JudgedStatement, 'text' | 'from' | 'to'> {
  return { text, from, to };
}

/** The shortest time between two looks at the growing answer, in milliseconds. */
const LOOK_MS = 50;

/**
 * Adds a `statement` event for each finished statement of the answer: what its sources say of it. The text
 * itself never waits for it. If the final answer differs from what was streamed, the statements that changed
 * are emitted again, before `answer-end`; the last event of an index is authoritative.
 */
export function withStatements(createJudge: CreateJudge): EventTransform {
  let judge = createJudge([], 'und');
  let growing = createGrowingStatements(0);
  let pending = '';
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const moves: CitationMove[] = [];
  const told: JudgedStatement[] = [];

  function* tell(statements: readonly Statement[]): Generator<AnswerEvent> {
    for (const statement of statements) {
      const judged = withMoves(judge(statement, told.length), moves);
      told.push(judged);
      yield { type: 'statement', statement: judged };
    }
  }

  /** Usually nothing differs; an answer that was cut off or rewritten is judged once more. */
  function* tellRest({ text, sources, citationMoves = [] }: Answer): Generator<AnswerEvent> {
    const statements = toStatements(text, sources.length);
    for (const [index, statement] of statements.entries()) {
      const before = told[index];
      if (before !== undefined && isSame(before, statement)) continue;
      told[index] = withMoves(judge(statement, index), citationMoves);
      yield { type: 'statement', statement: told[index] };
    }
  }

  return function* withVerdicts(event) {
    if (event.type === 'sources') {
      judge = createJudge(event.sources, event.language);
      growing = createGrowingStatements(event.sources.length);
    }
    if (event.type === 'citation-moved') moves.push(event.move);
    if (event.type === 'answer-end') yield* tellRest(event.answer);
    yield event;
    if (event.type !== 'answer-delta') return;
    pending += event.text;
    const now = performance.now();
    if (now - lookedAtMs < LOOK_MS) return;
    lookedAtMs = now;
    yield* tell(growing.push(pending));
    pending = '';
  };
}

function isSame(judged: JudgedStatement, { text, from, to }: Statement): boolean {
  return judged.text === text && judged.from === from && judged.to === to;
}

/** The verdicts on all statements of a finished answer, in order. */
export function judgeAnswer(
  { text, sources, language, citationMoves = [] }: JudgedParts,
  createJudge: CreateJudge,
): readonly JudgedStatement[] {
  const statements = toStatements(text, sources.length).map(createJudge(sources, language));
  return statements.map((statement) => withMoves(statement, citationMoves));
}

/** What of an answer its statements are judged by. */
export type JudgedParts = Pick<Answer, 'text' | 'sources' | 'language' | 'citationMoves'>;

function withMoves(statement: JudgedStatement, moves: readonly CitationMove[]): JudgedStatement {
  const citationMoves = moves.filter(({ at }) => at >= statement.from && at <= statement.to);
  return citationMoves.length === 0 ? statement : { ...statement, citationMoves };
}

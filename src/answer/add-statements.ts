import { createGrowingStatements, type Statement, toStatements } from '@sayso/markdown';
import { once } from '@sayso/text/once.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { createJudge, type Judgement, type JudgeStatement } from '@sayso/verdicts';
import type { Answer, CitationMove, JudgedStatement } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Answerer } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { answerWords } from './answer-words.ts';

/**
 * Prepares to judge the statements of one answer; `language` is a BCP 47 tag or `und`.
 */
export type CreateJudge = (sources: readonly Source[], language: string) => JudgeStatement;

/** Wraps a judge so that the sentences that the service itself added are not checked. */
export function exceptServiceMessages(createJudge: CreateJudge): CreateJudge {
  return (sources, language) => {
    const judge = createJudge(sources, language);
    return (statement, index) =>
      isServiceMessage(statement.text, language)
        ? { verdict: 'not-checked', score: null, quotes: [] }
        : judge(statement, index);
  };
}

/** The shortest time between two examinations of the growing answer, in milliseconds. */
const LOOK_MS = 50;

/**
 * Adds a `statement` event for each finished statement of the answer, with its verdict. The text itself never
 * waits for it. If the final answer differs from what was streamed, the statements that changed are emitted
 * again, before `answer-end`; the last event of an index is authoritative. `answer-end` has all statements.
 * Pauses between two statements, so that other requests are served.
 */
export function addStatements(next: Answerer): Answerer {
  return (run) => withStatements(next(run));
}

async function* withStatements(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  const yieldIfDue = createYielding();
  let judge = createAnswerJudge([], 'und');
  let growing = createGrowingStatements(0);
  let pending = '';
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const movesSoFar: CitationMove[] = [];
  const emitted: JudgedStatement[] = [];

  async function* emit(
    statements: Iterable<readonly [number, Statement]>,
    moves: readonly CitationMove[],
  ): AsyncGenerator<AnswerEvent> {
    for (const [index, statement] of statements) {
      await yieldIfDue();
      const judged = toJudged(statement, index, { verdict: judge(statement, index), moves });
      emitted[index] = judged;
      yield { type: 'statement', statement: judged };
    }
  }

  for await (const event of events) {
    if (event.type === 'sources') {
      judge = createAnswerJudge(event.sources, event.language);
      growing = createGrowingStatements(event.sources.length);
    }
    if (event.type === 'citation-moved') movesSoFar.push(event.move);
    if (event.type === 'answer-end') {
      const { text, sources, citationMoves = [] } = event.answer;
      const whole = [...toStatements(text, sources.length).entries()];
      // Usually the two are equal; an answer that was cut off or rewritten is judged once more.
      yield* emit(
        whole.filter(([index, statement]) => !isSame(emitted[index], statement)),
        citationMoves,
      );
      yield { ...event, statements: emitted.slice(0, whole.length) };
    } else yield event;
    if (event.type !== 'answer-delta') continue;
    pending += event.text;
    const now = performance.now();
    if (now - lookedAtMs < LOOK_MS) continue;
    lookedAtMs = now;
    const ready = growing.push(pending).map((statement, at) => [emitted.length + at, statement] as const);
    yield* emit(ready, movesSoFar);
    pending = '';
  }
}

function isSame(judged: JudgedStatement | undefined, { text, from, to }: Statement): boolean {
  return judged?.text === text && judged.from === from && judged.to === to;
}

/** The verdicts on all statements of a finished answer, in order. Pauses as `addStatements` does. */
export async function judgeAnswer(
  { text, sources, language, citationMoves = [] }: JudgedFields,
  createJudge: CreateJudge,
): Promise<readonly JudgedStatement[]> {
  const yieldIfDue = createYielding();
  const judge = createJudge(sources, language);
  const judged: JudgedStatement[] = [];
  for (const statement of toStatements(text, sources.length)) {
    await yieldIfDue();
    const index = judged.length;
    judged.push(toJudged(statement, index, { verdict: judge(statement, index), moves: citationMoves }));
  }
  return judged;
}

/** The parts of an answer that are needed to judge its statements. */
type JudgedFields = Pick<Answer, 'text' | 'sources' | 'language' | 'citationMoves'>;

function toJudged(
  { text, from, to }: Statement,
  index: number,
  { verdict, moves }: { readonly verdict: Judgement; readonly moves: readonly CitationMove[] },
): JudgedStatement {
  const citationMoves = moves.filter(({ at }) => at >= from && at <= to);
  const moved = citationMoves.length > 0 ? citationMoves : undefined;
  return { index, text, from, to, ...verdict, citationMoves: moved };
}

/**
 * Whether a sentence of an answer in this language (a BCP 47 tag) is a whole sentence that the service itself
 * added.
 */
export function isServiceMessage(sentence: string, language: string): boolean {
  return Object.values(answerWords(language)).some((text) => {
    const parts = text.split(/\s?[(（]?\{\w+\}/);
    const [before = ''] = parts;
    if (parts.length > 1) return sentence.startsWith(before) && sentence.endsWith(parts.at(-1) ?? '');
    return text.includes(sentence) && toStatements(text, 0).some((own) => own.text === sentence);
  });
}

/**
 * Wraps a judge so that the verdicts of an answer are kept: a statement that is judged while the answer is
 * streamed, again before its correction, and once more at the end is compared with the sources once. An
 * answer is known by its list of sources, so the verdicts are forgotten together with it.
 */
export function rememberVerdicts(create: CreateJudge): CreateJudge {
  const answers = new WeakMap<readonly Source[], Map<string, Judgement>>();
  return (sources, language) => {
    const verdicts = answers.get(sources) ?? new Map<string, Judgement>();
    answers.set(sources, verdicts);
    // Each version of an answer has its own limit of work.
    const judge = once(() => create(sources, language));
    return (statement, index) => {
      const key = JSON.stringify([language, statement.text, statement.citations, statement.cells]);
      const judgement = verdicts.get(key) ?? judge()(statement, index);
      verdicts.set(key, judgement);
      return judgement;
    };
  };
}

/** Judges the statements of answers; each statement of an answer is compared once. */
export const createAnswerJudge = rememberVerdicts(exceptServiceMessages(createJudge));

/** The verdicts on all statements of a finished answer. */
export function judgeStatements(answer: JudgedFields): Promise<readonly JudgedStatement[]> {
  return judgeAnswer(answer, createAnswerJudge);
}

import { z } from 'zod';
import { type Cache, type CachePlan, cacheKey } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, AnswerWrapper } from '../core/events.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import type { JudgeCost, ModelJudge, ModelVerdict } from '../write/judge/judging.ts';
import { isSure, withModelVerdict } from './with-model-verdict.ts';

/** Verdicts of a model on one answer; `at` is the index of the statement. */
type Verdicts = readonly ModelVerdict[];

/** What is needed to ask a model about statements. */
export type RefineDeps = {
  readonly judge: ModelJudge;
  /** Verdicts on answers that are sent again; null if nothing is cached. */
  readonly cache: Cache<Verdicts> | null;
};

const MAX_BYTES = 2 ** 20;
const MAX_STATEMENTS = 100;

const storedVerdicts = z
  .array(
    z.strictObject({
      at: z.int().nonnegative(),
      verdict: z.enum(['supported', 'contradicted', 'missing', 'no-claim']),
      words: z.string(),
    }),
  )
  .max(MAX_STATEMENTS);

/** How verdicts on answers are cached. */
export const verdictCachePlan: Omit<CachePlan<Verdicts>, 'lifetimeMs'> = {
  name: 'verdicts',
  graceMs: 0,
  maxBytes: MAX_BYTES,
  parse: (stored) => storedVerdicts.safeParse(stored).data ?? null,
};

/**
 * Asks a model about the statements of a finished answer of which the comparison of words is not sure. Emits
 * each of them again as its verdict arrives; `answer-end` follows when all have arrived, or when the time for
 * the answer is over. Wraps an answerer that emits statements.
 */
export function refineStatements(deps: RefineDeps): AnswerWrapper {
  return (answerer) =>
    async function* answerWithRefinedStatements(question, signal, endEarly) {
      let usage: Extract<AnswerEvent, { type: 'usage' }> | null = null;
      for await (const event of answerer(question, signal, endEarly)) {
        if (event.type === 'usage') usage = event;
        else if (event.type !== 'answer-end') yield event;
        else {
          using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
          const { answer, statements = [] } = event;
          const latest = [...statements];
          const refining = refined({ answer, statements, question: question.text }, deps, deadline.signal);
          let step = await refining.next();
          for (; !step.done; step = await refining.next()) {
            latest[step.value.index] = step.value;
            yield { type: 'statement', statement: step.value };
          }
          const { tokens, calls } = step.value;
          if (usage !== null) yield { ...usage, tokens: usage.tokens + tokens, calls: usage.calls + calls };
          const tokensUsed = answer.tokensUsed + tokens;
          yield { ...event, answer: { ...answer, tokensUsed }, statements: latest };
        }
      }
    };
}

type ComparedAnswer = {
  readonly answer: Answer;
  readonly statements: readonly JudgedStatement[];
  readonly question: string;
};

const NO_COST: JudgeCost = { tokens: 0, calls: 0 };

/** Emits the statements whose verdict changes, and returns the cost. */
async function* refined(
  { answer, statements, question }: ComparedAnswer,
  { judge, cache }: RefineDeps,
  signal: AbortSignal,
): AsyncGenerator<JudgedStatement, JudgeCost> {
  const { sources } = answer;
  const unsure = statements.filter((statement) => !isSure(statement)).slice(0, MAX_STATEMENTS);
  if (unsure.length === 0 || sources.length === 0) return NO_COST;
  const texts = sources.map(({ passages }) => passages.map(({ text }) => text));
  const key = cacheKey('verdicts', answer.text, texts);
  const cached = await cache?.get(key);
  const verdicts: ModelVerdict[] = [];
  const task = { question, statements: unsure.map(({ text }) => text), sources };
  const steps = cached ? replay(cached.value) : withIndices(judge(task, signal), unsure);
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    verdicts.push(step.value);
    const statement = statements[step.value.at];
    const changed = statement && withModelVerdict(statement, step.value, sources);
    if (changed !== undefined && changed !== statement) yield changed;
  }
  // What a time limit cut short is asked again the next time.
  if (!cached && !signal.aborted && verdicts.length > 0) await cache?.set(key, verdicts);
  return step.value;
}

/** The verdicts with the indices of the statements in the answer. */
async function* withIndices(
  judging: AsyncGenerator<ModelVerdict, JudgeCost>,
  unsure: readonly JudgedStatement[],
): AsyncGenerator<ModelVerdict, JudgeCost> {
  let step = await judging.next();
  for (; !step.done; step = await judging.next()) {
    const at = unsure[step.value.at]?.index;
    if (at !== undefined) yield { ...step.value, at };
  }
  return step.value;
}

async function* replay(verdicts: Verdicts): AsyncGenerator<ModelVerdict, JudgeCost> {
  yield* verdicts;
  return NO_COST;
}

import { collapse } from '@sayso/text/text.ts';
import type { SourceQuote } from '@sayso/verdicts';
import { z } from 'zod';
import { type CachePlan, cacheKey } from '../cache/cache.ts';
import type { Answer, JudgedStatement } from '../core/answer.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Answerer, Caller } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { addSpent, type Spent } from '../core/usage.ts';
import type { ModelJudge, ModelVerdict } from '../write/writer.ts';
import type { AnswerVerdict, Parts } from './parts.ts';

/** The size of all cached verdicts. */
const MAX_CHARS = 2 ** 20;
const MAX_STATEMENTS = 100;

const storedVerdicts = z
  .array(
    z.strictObject({
      index: z.int().nonnegative(),
      verdict: z.enum(['supported', 'contradicted', 'missing', 'no-claim']),
      quote: z.string(),
    }),
  )
  .max(MAX_STATEMENTS);

/** How verdicts on answers are cached. */
export const verdictCachePlan: Omit<CachePlan<readonly AnswerVerdict[]>, 'lifetimeMs'> = {
  name: 'verdicts',
  graceMs: 0,
  maxChars: MAX_CHARS,
  parse: (stored) => storedVerdicts.safeParse(stored).data ?? null,
};

/**
 * Asks a model about the statements of a finished answer of which the comparison of words is not sure. Emits
 * each of them again as its verdict arrives; `answer-end` follows when all have arrived, or when the time for
 * the answer is over. Around `addStatements`.
 */
export function judgeWithModel(
  next: Answerer,
  judge: ModelJudge,
  { verdicts }: Pick<Parts, 'verdicts'>,
): Answerer {
  return async function* answerWithModelVerdicts(run) {
    const { question, caller, signal } = run;
    let usage: Extract<AnswerEvent, { type: 'usage' }> | null = null;
    for await (const event of next(run)) {
      if (event.type === 'usage') usage = event;
      else if (event.type !== 'answer-end') yield event;
      else {
        using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
        const { answer, statements = [] } = event;
        const compared = { answer, statements, question: question.text };
        const latest = [...statements];
        const judging: Judging = { judge, caching: verdicts, spent: addSpent(), caller };
        for await (const statement of judgeUnsure(compared, judging, deadline.signal)) {
          latest[statement.index] = statement;
          yield { type: 'statement', statement };
        }
        if (usage !== null) yield { ...usage, ...addSpent(usage, judging.spent) };
        const tokensUsed = answer.tokensUsed + judging.spent.tokens;
        yield { ...event, answer: { ...answer, tokensUsed }, statements: latest };
      }
    }
  };
}

/** Who judges for whom, and what it took so far. */
type Judging = {
  readonly judge: ModelJudge;
  /** Verdicts on answers that are sent again; null if nothing is cached. */
  readonly caching: Parts['verdicts'];
  spent: Spent;
  readonly caller: Caller;
};

/** An answer whose statements were compared with the words of its sources. */
type ComparedAnswer = {
  readonly answer: Answer;
  readonly statements: readonly JudgedStatement[];
  readonly question: string;
};

/** Emits the statements whose verdict changes; `to.spent` gets what it took if the model was asked. */
async function* judgeUnsure(
  { answer, statements, question }: ComparedAnswer,
  to: Judging,
  signal: AbortSignal,
): AsyncGenerator<JudgedStatement> {
  const { judge, caching, caller } = to;
  const { sources } = answer;
  const unsure = statements.filter(shouldAskModel).slice(0, MAX_STATEMENTS);
  if (unsure.length === 0 || sources.length === 0) return;
  const passages = sources.map((source) => source.passages.map(({ text }) => text));
  const key = caching && cacheKey('verdicts', caching.fingerprint(caller), question, answer.text, passages);
  const cached = key === null ? null : await caching?.cache.get(key);
  const task = { question, statements: unsure.map(({ text }) => text), sources };
  const judging = cached?.value ?? withIndices(noteSpent(judge(task, signal), to), unsure);
  const verdicts: AnswerVerdict[] = [];
  for await (const verdict of judging) {
    verdicts.push(verdict);
    const statement = statements[verdict.index];
    const changed = statement && withModelVerdict(statement, verdict, sources);
    if (changed !== undefined && changed !== statement) yield changed;
  }
  // What a time limit cut short is asked again the next time.
  if (key !== null && !cached && !signal.aborted && verdicts.length > 0)
    await caching?.cache.set(key, verdicts);
}

/** The verdicts of a judge, for a loop; `to.spent` gets what the judge returns at its end. */
async function* noteSpent(verdicts: ReturnType<ModelJudge>, to: Judging): AsyncGenerator<ModelVerdict> {
  to.spent = yield* verdicts;
}

/** The verdicts with the indices of the statements in the answer. */
async function* withIndices(
  judging: AsyncIterable<ModelVerdict>,
  unsure: readonly JudgedStatement[],
): AsyncGenerator<AnswerVerdict> {
  for await (const { at, verdict, quote } of judging) {
    const index = unsure[at]?.index;
    if (index !== undefined) yield { index, verdict, quote };
  }
}

/** From this score on, one place of a source has all words, numbers and names of a supported statement. */
const SURE_SCORE = 0.97;

/** Whether a model should be asked about a statement: the comparison of words alone is not enough. */
export function shouldAskModel({ verdict, score }: JudgedStatement): boolean {
  return verdict !== 'supported' || (score ?? 0) < SURE_SCORE;
}

/** The scores that stand for the verdicts of a model. */
const SCORES = { supported: 0.95, missing: 0.1, contradicted: 0.05 } as const;

/**
 * A statement with the verdict of a model in place of the one that the comparison of words gave. A model that
 * sees a contradiction must quote a source: if no source has these words, the statement stays as it is.
 */
export function withModelVerdict(
  statement: JudgedStatement,
  { verdict, quote }: Pick<ModelVerdict, 'verdict' | 'quote'>,
  sources: readonly Source[],
): JudgedStatement {
  const { difference, ...rest } = statement;
  switch (verdict) {
    case 'supported':
      return { ...rest, verdict, score: SCORES.supported, isSure: true };
    case 'missing':
      return { ...rest, verdict: 'not-found', score: SCORES.missing, isSure: true };
    case 'no-claim':
      return { ...rest, verdict: 'not-checked', score: null, quotes: [] };
    case 'contradicted': {
      const found = findWords(quote, sources);
      if (found === null) return statement;
      const shown = difference ?? { kind: kindOf(quote), stated: statement.text, found };
      const certain = { ...rest, isSure: true, score: SCORES.contradicted };
      return { ...certain, verdict: 'differs', quotes: [found], difference: shown };
    }
  }
}

function kindOf(words: string): 'number' | 'name' {
  return /\p{N}/u.test(words) ? 'number' : 'name';
}

/** Fewer characters are in every text. */
const MIN_WORDS_CHARS = 2;

/** Where a source has these words, or its whole passage for another case or spacing; null if none. */
function findWords(words: string, sources: readonly Source[]): SourceQuote | null {
  const wanted = collapse(words).toLowerCase();
  if (wanted.length < MIN_WORDS_CHARS) return null;
  for (const { index, passages } of sources)
    for (const { text, from, to } of passages) {
      const at = text.indexOf(words);
      if (at >= 0) return { source: index, text: words, from: from + at, to: from + at + words.length };
      if (collapse(text).toLowerCase().includes(wanted)) return { source: index, text, from, to };
    }
  return null;
}

import { DEEP_CALLS, type FitDeep } from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import type { Writer } from '../write/writer.ts';
import { type CreateJudge, judgeAnswer } from './add-statements.ts';
import { isModel } from './answer-without-search.ts';
import { writeDraft } from './draft.ts';
import { isDoubtful, replaceStatements } from './replace-statements.ts';
import type { AnswerDeps, Correct, CorrectedText, TextToCorrect } from './steps.ts';
import { isIndivisible, withoutUnsupported } from './without-unsupported.ts';

/** What corrects the texts of answers. */
export type CorrectDeps = Pick<AnswerDeps, 'createCitationFilter'> & {
  readonly createJudge: CreateJudge;
  /** Rewrites statements; a model, not a writer that only quotes. */
  readonly writer: Writer;
  /** The limits of deep answers by a model of known speed; a fixed share of the time if absent. */
  readonly fitDeep?: FitDeep | null;
};

/** The maximum number of statements that one call rewrites. */
const MAX_CORRECTED = 20;
const MAX_REPLY_CHARS = 1_000;
/** `1: The statement.`, with a line for each number. */
const REPLY = /^[ \t]*(\d{1,2})[.:)][ \t]*(.*)/gmu;

/** What happens to unsupported statements: keep them (null), leave them out, or rewrite them. */
export function createCorrector(
  unsupported: 'mark' | 'drop' | 'ask',
  { writer, ...deps }: Omit<CorrectDeps, 'writer'> & { readonly writer: Writer | null },
): Correct | null {
  if (unsupported === 'drop') return createDroppingCorrector(deps.createJudge);
  return unsupported === 'ask' && isModel(writer) ? createRewritingCorrector({ ...deps, writer }) : null;
}

/** Corrects a text by leaving out the statements that no source supports. */
export function createDroppingCorrector(createJudge: CreateJudge): Correct {
  return async ({ text, evidence }) => {
    const statements = await judgeAnswer({ text, ...evidence }, createJudge);
    return { text: withoutUnsupported(text, statements), tokens: 0 };
  };
}

/**
 * Corrects a text by having a writer rewrite the statements that no source supports. A statement is left out
 * if the writer finds nothing of it in the sources, or if its new form is as doubtful. Rows of tables,
 * formulas and the like (`isIndivisible`) are left as they are. The text stays as it is if the writer fails,
 * time runs out, or the new text has fewer supported statements. A deep answer is corrected only within its
 * limits of calls and time.
 */
export function createRewritingCorrector(deps: CorrectDeps): Correct {
  return async (correction, signal) => {
    const { text, question, draft, budget } = correction;
    if (question.depth !== 'deep') return rewriteUnsupported(correction, deps, signal);
    // The evidence does not count calls that the API refused.
    const callsBefore = DEEP_CALLS.beforeDraft + Math.min(1, question.history.length);
    if (callsBefore + draft.calls >= DEEP_CALLS.max) return { text, tokens: 0 };
    const limits = deps.fitDeep?.();
    const timeoutMs =
      limits?.callMs('correct', remainingMs(question.deadlineAtMs)) ?? budget.shareMs('correct');
    if (timeoutMs === 0) return { text, tokens: 0 };
    using deadline = startDeadline(timeoutMs, signal);
    // Without `await`, the deadline would be disposed of at once.
    return await rewriteUnsupported(correction, deps, deadline.signal);
  };
}

async function rewriteUnsupported(
  correction: TextToCorrect,
  deps: CorrectDeps,
  signal: AbortSignal,
): Promise<CorrectedText> {
  const { text, evidence } = correction;
  const judge = (markdown: string) => judgeAnswer({ ...evidence, text: markdown }, deps.createJudge);
  const statements = await judge(text);
  const doubtful = statements
    .filter((statement) => isDoubtful(statement) && !isIndivisible(text, statement))
    .slice(0, MAX_CORRECTED);
  if (doubtful.length === 0) return { text, tokens: 0 };
  const { replies, tokens } = await askForReplies(doubtful, { correction, deps }, signal);
  if (replies.size === 0) return { text, tokens };
  const corrected = await replaceStatements({ text, statements: doubtful, replies }, judge);
  const isWorse = countSupported(await judge(corrected)) < countSupported(statements);
  return { text: isWorse ? text : corrected, tokens };
}

/** The rewritten statements, by their position in `statements`; none if the writer failed. */
async function askForReplies(
  statements: readonly JudgedStatement[],
  { correction, deps }: { readonly correction: TextToCorrect; readonly deps: CorrectDeps },
  signal: AbortSignal,
): Promise<{ readonly replies: ReadonlyMap<number, string>; readonly tokens: number }> {
  const { question, evidence, maxTokens } = correction;
  const task = {
    question,
    sources: evidence.sources,
    evidenceStatus: 'sources',
    toCorrect: statements.map(({ text }) => text),
    patienceMs: remainingMs(question.deadlineAtMs),
    maxTokens,
  } as const;
  const filter = deps.createCitationFilter(evidence.sources, evidence.language);
  const drafting = { writer: deps.writer, task, preface: '', filter, trace: correction.trace };
  const writing = writeDraft(drafting, signal);
  let next = await writing.next();
  while (!next.done) next = await writing.next();
  const { text, tokens, failure } = next.value;
  if (failure !== null) return { replies: new Map(), tokens };
  const replies = new Map<number, string>();
  for (const [, number, reply = ''] of text.matchAll(REPLY)) {
    const position = Number(number) - 1;
    if (position in statements && reply.length <= MAX_REPLY_CHARS) replies.set(position, reply);
  }
  return { replies, tokens };
}

function countSupported(statements: readonly JudgedStatement[]): number {
  return statements.filter(({ verdict }) => verdict === 'supported').length;
}

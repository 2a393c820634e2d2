import type { Budget } from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { toWords } from '../lib/text/words.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import { type Draft, startDraft } from './draft.ts';
import type { AnswerDeps } from './steps.ts';

/** A finished answer's text, and the tokens that it cost to correct it. */
type CorrectedText = { readonly text: string; readonly tokens: number };

/** The evidence, the task and the language from which the text was written. */
type WrittenFrom = {
  readonly steps: AnswerDeps;
  readonly question: Question;
  readonly evidence: Evidence;
} & Pick<WritingTask, 'mostTokens'>;
/** What an answer is written from, its draft, and the time left to correct the draft. */
type Written = WrittenFrom & { readonly draft: Draft; readonly budget: Budget };

/**
 * The maximum number of model calls for a deep answer, and the number of calls before its draft: one for the
 * plan and one for the gaps. A follow-up needs one more, to be rewritten.
 */
const MOST_CALLS = 5;
const MOST_CALLS_BEFORE = 2;

/**
 * Treats the unsupported statements of a finished draft as the operator has chosen; in a deep answer, within
 * its limits of tokens, calls and time.
 */
export async function correctedText(
  text: string,
  { draft, budget, ...from }: Written,
  signal: AbortSignal,
): Promise<CorrectedText> {
  if (draft.failure !== null) return { text, tokens: 0 };
  const { depth, history } = from.question;
  if (depth !== 'deep') return corrected(text, from, signal);
  // The evidence does not count calls that the API refused.
  const before = MOST_CALLS_BEFORE + Math.min(1, history.length);
  if (before + draft.calls >= MOST_CALLS) return { text, tokens: 0 };
  using limit = startDeadline(budget.shareMs('correct'), signal);
  // Without `await`, the time limit would be disposed of at once.
  return await corrected(text, from, limit.signal);
}

/**
 * Treats statements that no source supports as the operator has chosen: keeps them, drops them or has the
 * writer rewrite them. A rewritten statement that no source supports is left out. If the writer fails or time
 * runs out, the text stays as it is.
 */
async function corrected(text: string, from: WrittenFrom, signal: AbortSignal): Promise<CorrectedText> {
  const { steps, question, evidence } = from;
  const { unsupported, writer } = steps;
  const { sources, language } = evidence;
  const unchanged = { text, tokens: 0 };
  if (unsupported === null || sources.length === 0 || question.data !== undefined) return unchanged;
  const check = unsupported.createCheck({ sources, language });
  const statements = await check(text);
  if (!unsupported.asks) return { text: unsupported.drop(text, statements), tokens: 0 };
  const doubtful = statements
    .filter((each) => isDoubtful(each) && !isRow(text, each))
    .slice(0, MAX_CORRECTED);
  if (doubtful.length === 0 || writer === null || writer.needsSources) return unchanged;
  const { replies, tokens } = await askAgain(doubtful, { ...from, writer }, signal);
  if (replies === null) return { text, tokens };
  const replied = withReplies(text, doubtful, replies);
  const judged = afterCorrection(await check(replied.text), replied);
  const kept = unsupported.drop(replied.text, judged);
  return { text: countSupported(await check(kept)) < countSupported(statements) ? text : kept, tokens };
}

/** The maximum number of statements that one call rewrites. */
const MAX_CORRECTED = 20;
const MAX_REPLY_CHARS = 1_000;
/** `1: The statement.`, with a line for each number. */
const REPLY = /^[ \t]*(\d{1,2})[.:)][ \t]*(.*)/gmu;
/** The model's reply for a statement that the sources do not mention. */
const NOTHING = /^[-–—\s]*$/u;

type AskingWriter = WrittenFrom & { readonly writer: Writer };
type Replies = ReadonlyMap<number, string>;

/** The rewritten statements by their index in `doubtful`; null if the writer failed or wrote none. */
async function askAgain(
  doubtful: readonly JudgedStatement[],
  { steps, question, evidence, writer, ...limits }: AskingWriter,
  signal: AbortSignal,
): Promise<{ readonly replies: Replies | null; readonly tokens: number }> {
  const { sources, language } = evidence;
  const toCorrect = doubtful.map(({ text }) => text);
  using growing = startDraft(
    {
      writer,
      task: {
        ...limits,
        question,
        sources,
        ground: 'sources',
        toCorrect,
        patienceMs: remainingMs(question.deadlineAtMs),
      },
      preface: '',
      filter: steps.createCitationFilter(sources, language),
    },
    signal,
  );
  while ((await growing.next()) !== null);
  const { text, tokens, failure } = growing.draft;
  const found = Array.from(
    text.matchAll(REPLY),
    ([, number, reply = '']) => [Number(number) - 1, reply] as const,
  );
  const replies = new Map(found.filter(([at, { length }]) => at in doubtful && length <= MAX_REPLY_CHARS));
  return { replies: failure !== null || replies.size === 0 ? null : replies, tokens };
}

type CorrectedPart = { readonly from: number; readonly to: number };

/** Replaces each statement by its reply; a statement whose reply has no words stays. */
function withReplies(text: string, doubtful: readonly JudgedStatement[], replies: Replies): Corrected {
  const places: CorrectedPart[] = [];
  let written = '';
  let at = 0;
  for (const [position, { from, to }] of doubtful.entries()) {
    const reply = replies.get(position);
    if (reply === undefined) continue;
    written += text.slice(at, from);
    const begin = written.length;
    written += NOTHING.test(reply) ? text.slice(from, to) : reply.trim();
    places.push({ from: begin, to: written.length });
    at = to;
  }
  return { text: written + text.slice(at), places };
}

type Corrected = { readonly text: string; readonly places: readonly CorrectedPart[] };

/**
 * A rewritten statement stays only if a source supports it and no other statement has the same words; every
 * other statement stays in any case. The first one is the direct answer, so it is never left out, only
 * replaced.
 */
function afterCorrection(
  statements: readonly JudgedStatement[],
  { text, places }: Corrected,
): readonly JudgedStatement[] {
  const isRewritten = ({ from, to }: JudgedStatement) =>
    places.some((place) => from < place.to && to > place.from);
  const first = statements.find(({ from }) => !isHeading(text, from));
  const others = statements.filter((each) => each === first || !isRewritten(each));
  const known = new Set(others.map(wordsOf));
  return statements.map((statement) => {
    if (statement === first || !isRewritten(statement)) return asKept(statement);
    const isRepeated = known.has(wordsOf(statement));
    known.add(wordsOf(statement));
    return isRepeated || statement.verdict !== 'supported'
      ? { ...statement, verdict: 'not-found' }
      : statement;
  });
}

function asKept(statement: JudgedStatement): JudgedStatement {
  return statement.verdict === 'supported' ? statement : { ...statement, verdict: 'not-checked' };
}

function wordsOf({ text }: JudgedStatement): string {
  return toWords(text).join(' ');
}

function isHeading(markdown: string, at: number): boolean {
  return /^\s*#/.test(markdown.slice(markdown.lastIndexOf('\n', at - 1) + 1, at + 1));
}

/** Between these scores, a statement that was not found may only be in other words. */
const [UNLIKELY, LIKELY] = [0.35, 0.5];

/**
 * Whether a statement differs or was not found with confidence: little of it is in the sources, or all but a
 * number or a name.
 */
function isDoubtful({ verdict, score }: JudgedStatement): boolean {
  const isSure = score === null || score < UNLIKELY || score >= LIKELY;
  return verdict === 'differs' || (verdict === 'not-found' && isSure);
}

/** True for a row of a table: one line of a reply cannot replace its several cells. */
function isRow(markdown: string, { from, to }: JudgedStatement): boolean {
  const line = markdown.slice(markdown.lastIndexOf('\n', from) + 1, to);
  return /^[\s>]*\|/.test(line) || /\s\|\s/.test(line);
}

function countSupported(statements: readonly JudgedStatement[]): number {
  return statements.filter(({ verdict }) => verdict === 'supported').length;
}

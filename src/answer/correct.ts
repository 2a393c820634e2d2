import { toWords } from '@sayso/text/words.ts';
import { isFormula } from '@sayso/verdicts';
import type { JudgedStatement } from '../core/answer.ts';
import { DEEP_CALLS } from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import { addSpent, type Spent } from '../core/usage.ts';
import type { Writer } from '../write/writer.ts';
import { type CreateJudge, createAnswerJudge, judgeAnswer } from './add-statements.ts';
import { createTextFilter, type Draft, remainingTokens, writeDraft } from './draft.ts';
import type { AnswerInProgress } from './ways.ts';

/** The maximum number of statements that one call rewrites. */
const MAX_CORRECTED = 20;
const MAX_REPLY_CHARS = 1_000;
/** `1: The statement.`, with a line for each number. */
const REPLY = /^[ \t]*(\d{1,2})[.:)][ \t]*(.*)/gmu;

/** A corrected text, and what the correction took. */
type CorrectedText = { readonly text: string } & Spent;

/**
 * The text of an answer without statements that no source supports, or with new wordings of them, as the way
 * of the answer says. Only whole prose with sources is corrected. Never throws.
 */
export async function correct(
  answer: AnswerInProgress,
  draft: Draft,
  text: string,
  createJudge: CreateJudge = createAnswerJudge,
): Promise<CorrectedText> {
  const { question, evidence, way, trace } = answer;
  const isWholeProse = draft.failure === null && question.data === undefined;
  const isFromSources = evidence.sources.length > 0 && question.intent === undefined;
  const unchanged = { text, ...addSpent() };
  if (!isWholeProse || !isFromSources || way.unsupported === 'mark') return unchanged;
  const judge: JudgeText = (markdown) => judgeAnswer({ ...evidence, text: markdown }, createJudge);
  if (way.unsupported === 'drop')
    return trace('correct', async () => ({
      ...unchanged,
      text: withoutUnsupported(text, await judge(text)),
    }));
  // A writer that only quotes rewrites nothing.
  const { writer } = way;
  if (writer === null || writer.needsSources) return unchanged;
  const correction = {
    ...answer,
    text,
    writer,
    maxTokens: remainingTokens(way.maxTokens, evidence.tokens + draft.tokens),
  };
  return trace('correct', () =>
    question.depth === 'deep'
      ? rewriteInTime(correction, draft, judge)
      : rewriteUnsupported(correction, judge),
  );
}

/** Judges the statements of a text by the sources of the answer. */
type JudgeText = (text: string) => Promise<readonly JudgedStatement[]>;

/** A text to correct, and who does it with how many tokens; no limit if absent. */
type Correction = AnswerInProgress & {
  readonly text: string;
  readonly writer: Writer;
  readonly maxTokens?: number;
};

/** Rewrites within the limits of calls and time of a deep answer. */
async function rewriteInTime(correction: Correction, draft: Draft, judge: JudgeText): Promise<CorrectedText> {
  const { text, question, budget, parts, signal } = correction;
  // The evidence does not count calls that the API refused.
  const callsBefore = DEEP_CALLS.beforeDraft + Math.min(1, question.history.length);
  if (callsBefore + draft.calls >= DEEP_CALLS.max) return { text, ...addSpent() };
  const limits = parts.models.fitDeep?.();
  const timeoutMs =
    limits?.callMs('correct', remainingMs(question.deadlineAtMs)) ?? budget.shareMs('correct');
  if (timeoutMs === 0) return { text, ...addSpent() };
  using deadline = startDeadline(timeoutMs, signal);
  // Without `await`, the deadline would be disposed of at once.
  return await rewriteUnsupported({ ...correction, signal: deadline.signal }, judge);
}

/**
 * Has the writer rewrite the statements that no source supports. A statement is left out if the writer finds
 * nothing of it in the sources, or if its new form is as doubtful. Rows of tables, formulas and the like
 * (`isIndivisible`) are left as they are. The text stays as it is if the writer fails, time runs out, or the
 * new text has fewer supported statements.
 */
async function rewriteUnsupported(correction: Correction, judge: JudgeText): Promise<CorrectedText> {
  const { text } = correction;
  const statements = await judge(text);
  const doubtful = statements
    .filter((statement) => isDoubtful(statement) && !isIndivisible(text, statement))
    .slice(0, MAX_CORRECTED);
  if (doubtful.length === 0) return { text, ...addSpent() };
  const { replies, ...spent } = await askForReplies(doubtful, correction);
  if (replies.size === 0) return { text, ...spent };
  const corrected = await replaceStatements({ text, statements: doubtful, replies }, judge);
  const isWorse = countSupported(await judge(corrected)) < countSupported(statements);
  return { text: isWorse ? text : corrected, ...spent };
}

/** The rewritten statements, by their position in `statements`; none if the writer failed. */
async function askForReplies(
  statements: readonly JudgedStatement[],
  { question, evidence, writer, maxTokens, trace, signal }: Correction,
): Promise<{ readonly replies: ReadonlyMap<number, string> } & Spent> {
  const task = {
    question,
    sources: evidence.sources,
    evidenceStatus: 'sources',
    toCorrect: statements.map(({ text }) => text),
    patienceMs: remainingMs(question.deadlineAtMs),
    maxTokens,
  } as const;
  const filter = createTextFilter(question, evidence);
  const writing = writeDraft({ writer, task, preface: '', filter, trace }, signal);
  let next = await writing.next();
  while (!next.done) next = await writing.next();
  const { text, failure } = next.value;
  const spent = addSpent(next.value);
  if (failure !== null) return { replies: new Map(), ...spent };
  const replies = new Map<number, string>();
  for (const [, number, reply = ''] of text.matchAll(REPLY)) {
    const position = Number(number) - 1;
    if (position in statements && reply.length <= MAX_REPLY_CHARS) replies.set(position, reply);
  }
  return { replies, ...spent };
}

function countSupported(statements: readonly JudgedStatement[]): number {
  return statements.filter(({ verdict }) => verdict === 'supported').length;
}

/** A text, some of its statements in their order, and what replaces them. */
type StatementReplies = {
  readonly text: string;
  readonly statements: readonly JudgedStatement[];
  /** By the position in `statements`; a statement without a reply stays. */
  readonly replies: ReadonlyMap<number, string>;
};

/** A part of a text that was rewritten, as offsets. */
type RewrittenPart = { readonly from: number; readonly to: number };

/** The model's reply for a statement that the sources do not mention. */
const NOTHING = /^[-–—\s]*$/u;
const CITATION = /\[\d{1,2}\]/g;

/**
 * Replaces statements of a text by their replies. A rewritten statement is left out if it is still doubtful
 * or another statement has the same words; every other statement stays, also one that its reply repeats. The
 * first one is the direct answer, so it is never left out, only replaced.
 */
async function replaceStatements(replacements: StatementReplies, judge: JudgeText): Promise<string> {
  const { text, parts } = withReplies(replacements);
  const statements = await judge(text);
  const isRewritten = ({ from, to }: JudgedStatement) =>
    parts.some((part) => from < part.to && to > part.from);
  const first = statements.find(({ from }) => !isHeading(text, from));
  const unchanged = statements.filter((statement) => statement === first || !isRewritten(statement));
  const knownWords = new Set(unchanged.map(wordsOf));
  const kept = statements.map((statement): JudgedStatement => {
    if (unchanged.includes(statement)) return asKept(statement);
    const words = wordsOf(statement);
    const isRepeated = knownWords.has(words);
    knownWords.add(words);
    return isRepeated || isDoubtful(statement) ? { ...statement, verdict: 'not-found' } : asKept(statement);
  });
  return withoutUnsupported(text, kept);
}

/** The text with the replies; for a statement whose reply has no words, its own part remains. */
function withReplies({ text, statements, replies }: StatementReplies): {
  readonly text: string;
  readonly parts: readonly RewrittenPart[];
} {
  const parts: RewrittenPart[] = [];
  let rewritten = '';
  let copiedTo = 0;
  for (const [position, statement] of statements.entries()) {
    const { from, to } = statement;
    const reply = replies.get(position);
    if (reply === undefined || isSame(reply, statement)) continue;
    rewritten += text.slice(copiedTo, from);
    const start = rewritten.length;
    rewritten += NOTHING.test(reply) ? text.slice(from, to) : reply.trim();
    parts.push({ from: start, to: rewritten.length });
    copiedTo = to;
  }
  return { text: rewritten + text.slice(copiedTo), parts };
}

/** Whether a reply repeats its statement, with or without citations: the writer finds it right as it is. */
function isSame(reply: string, statement: JudgedStatement): boolean {
  return toWords(reply.replace(CITATION, '')).join(' ') === wordsOf(statement);
}

/** The statement with a verdict that does not remove it. */
function asKept(statement: JudgedStatement): JudgedStatement {
  return statement.verdict === 'supported' ? statement : { ...statement, verdict: 'not-checked' };
}

function wordsOf({ text }: JudgedStatement): string {
  return toWords(text).join(' ');
}

function isHeading(markdown: string, at: number): boolean {
  return /^\s*#/.test(markdown.slice(markdown.lastIndexOf('\n', at) + 1));
}

/** From this score on, a statement that was not found may only be in other words, ... */
const UNLIKELY = 0.35;
/** ... up to this score. */
const LIKELY = 0.5;

/** Whether a statement differs, or is surely not found: little of it is, or all but a number or name. */
export function isDoubtful({ verdict, score }: JudgedStatement): boolean {
  const isSure = score === null || score < UNLIKELY || score >= LIKELY;
  return verdict === 'differs' || (verdict === 'not-found' && isSure);
}

/** A line with a list marker and nothing after it. */
const EMPTY_ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])?\s*$/;

/**
 * An answer's Markdown without the statements that differ from the sources or were not found in them. If no
 * checked statement would remain, the best one stays. Rows of tables and formulas stay. Takes linear time.
 */
export function withoutUnsupported(markdown: string, statements: readonly JudgedStatement[]): string {
  const checked = statements.filter(({ verdict }) => verdict !== 'not-checked');
  const isSupported = ({ verdict }: JudgedStatement) => verdict === 'supported';
  const best = checked.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))[0];
  const keepsOne = checked.some(isSupported);
  const dropped = checked.filter(
    (statement) =>
      !isSupported(statement) && (keepsOne || statement !== best) && !isIndivisible(markdown, statement),
  );
  if (dropped.length === 0) return markdown;
  let keptText = '';
  let at = 0;
  const blanks = /[ \t]*/y;
  for (const { from, to } of dropped) {
    keptText += markdown.slice(at, from).replace(/[ \t]+$/, ' ');
    blanks.lastIndex = to;
    at = blanks.test(markdown) ? blanks.lastIndex : to;
  }
  return tidy(keptText + markdown.slice(at), markdown);
}

/** The text without the lines that lost all their words. */
function tidy(text: string, before: string): string {
  const emptyBefore = new Set(before.split('\n').filter((line) => EMPTY_ITEM.test(line)));
  const lines = text.split('\n').filter((line) => emptyBefore.has(line) || !EMPTY_ITEM.test(line));
  return withoutEmptyHeadings(lines, before)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const HEADING = /^ {0,3}(#{1,6})\s/;

/** The lines without the headings under which nothing is left. */
function withoutEmptyHeadings(lines: readonly string[], before: string): readonly string[] {
  const emptyBefore = new Set(emptyHeadings(before.split('\n')).map(({ line }) => line));
  const empty = new Set(
    emptyHeadings(lines)
      .filter(({ line }) => !emptyBefore.has(line))
      .map(({ at }) => at),
  );
  return lines.filter((_, at) => !empty.has(at));
}

/** The headings after which nothing comes, or only headings of the same or a higher level. */
function emptyHeadings(lines: readonly string[]): readonly { readonly line: string; readonly at: number }[] {
  const empty: { readonly line: string; readonly at: number }[] = [];
  /** The level of the next heading that is not empty; 0 at the end, Infinity before any other text. */
  let next = 0;
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const [, marks] = HEADING.exec(line) ?? [];
    if (marks === undefined) {
      if (line.trim() !== '') next = Number.POSITIVE_INFINITY;
    } else if (next <= marks.length) empty.push({ line, at });
    else next = marks.length;
  }
  return empty;
}

/** Whether a statement is part of a larger thing that needs it: a row of a table, a formula's line. */
function isIndivisible(markdown: string, statement: JudgedStatement): boolean {
  const { from, to } = statement;
  const line = markdown.slice(markdown.lastIndexOf('\n', from) + 1, to);
  return /^[\s>]*\|/.test(line) || /\s\|\s/.test(line) || isFormula(statement);
}

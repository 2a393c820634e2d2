import { toWords } from '@sayso/text/words.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { withoutUnsupported } from './without-unsupported.ts';

/** A text, some of its statements in their order, and what replaces them. */
export type StatementReplies = {
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
 * @param judge judges the statements of a text by the sources
 */
export async function replaceStatements(
  replacements: StatementReplies,
  judge: (text: string) => Promise<readonly JudgedStatement[]>,
): Promise<string> {
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

import type { JudgedStatement } from '../core/verdict.ts';
import { toWords } from '../lib/text/words.ts';
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

/**
 * Replaces statements of a text by their replies. A rewritten statement stays only if a source supports it
 * and no other statement has the same words; every other statement stays in any case. The first one is the
 * direct answer, so it is never left out, only replaced.
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
    return isRepeated || statement.verdict !== 'supported'
      ? { ...statement, verdict: 'not-found' }
      : statement;
  });
  return withoutUnsupported(text, kept);
}

/** The text with the replies; for a statement whose reply has no words, its own part remains. */
function withReplies({ text, statements, replies }: StatementReplies) {
  const parts: RewrittenPart[] = [];
  let rewritten = '';
  let copiedTo = 0;
  for (const [position, { from, to }] of statements.entries()) {
    const reply = replies.get(position);
    if (reply === undefined) continue;
    rewritten += text.slice(copiedTo, from);
    const start = rewritten.length;
    rewritten += NOTHING.test(reply) ? text.slice(from, to) : reply.trim();
    parts.push({ from: start, to: rewritten.length });
    copiedTo = to;
  }
  return { text: rewritten + text.slice(copiedTo), parts };
}

/** The statement with a verdict that does not remove it. */
function asKept(statement: JudgedStatement): JudgedStatement {
  return statement.verdict === 'supported' ? statement : { ...statement, verdict: 'not-checked' };
}

function wordsOf({ text }: JudgedStatement): string {
  return toWords(text).join(' ');
}

function isHeading(markdown: string, at: number): boolean {
  return /^\s*#/.test(markdown.slice(markdown.lastIndexOf('\n', at - 1) + 1, at + 1));
}

import { estimateTokens } from '@sayso/text/tokens.ts';
import { startDeadline } from '../core/deadline.ts';
import { addSpent } from '../core/usage.ts';
import type { LanguageModelLike } from '../models/language-model.ts';
import { type ModelStream, openModelStream } from '../models/model-stream.ts';
import { JUDGE } from './instructions.ts';
import { toStatementsPrompt } from './prompt.ts';
import type { ModelJudge, ModelVerdict } from './writer.ts';

/** The most tokens that a line of the reply needs, and the tokens for what a model adds around the lines. */
const LINE_TOKENS = 40;
const SPARE_TOKENS = 2_000;

/** Judges all statements of an answer in one call, within `timeoutMs`, as `ModelJudge` promises. */
export async function* judgeStatements(
  { model, timeoutMs }: { readonly model: LanguageModelLike; readonly timeoutMs: number },
  task: Parameters<ModelJudge>[0],
  signal: AbortSignal,
): ReturnType<ModelJudge> {
  const prompt = toStatementsPrompt(JUDGE, task);
  const maxReplyTokens = task.statements.length * LINE_TOKENS + SPARE_TOKENS;
  using deadline = startDeadline(timeoutMs, signal);
  let stream: ModelStream | undefined;
  try {
    stream = await openModelStream(model, { ...prompt, maxReplyTokens }, deadline.signal);
    yield* verdictsIn(stream, task.statements.length);
  } catch {
    // A statement without a verdict keeps the one it has.
  } finally {
    stream?.close();
  }
  if (stream === undefined) return addSpent();
  return addSpent(stream.usageFor(estimateTokens(prompt.system) + estimateTokens(prompt.user)));
}

/** A longer line is no verdict, in characters. */
const MAX_LINE_CHARS = 400;

/** `3 contradicted "four moons"`, or with the marks that models add: `**3.** Contradicted: it is "…"`. */
const LINE = /^[\s>*#-]{0,8}(\d{1,3})[\s.:)*|-]{1,8}(supported|contradicted|missing|none)\b(.*)$/iu;
const QUOTED = /["“„«「]([^"”“»」]{1,200})["”“»」]/u;

const VERDICTS: Readonly<Record<string, ModelVerdict['verdict']>> = {
  supported: 'supported',
  contradicted: 'contradicted',
  missing: 'missing',
  none: 'no-claim',
};

/**
 * Reads numbered lines of a growing reply, one for each of `count` statements; others are ignored, the first
 * counts. A verdict is emitted as soon as its line is complete.
 */
export async function* verdictsIn(
  reply: Pick<ModelStream, 'next'>,
  count: number,
): AsyncGenerator<ModelVerdict> {
  const seen = new Set<number>();
  let rest = '';
  for (let isEnd = false; !isEnd; ) {
    const piece = await reply.next();
    isEnd = piece === undefined;
    const lines = (rest + (piece ?? '\n')).split('\n');
    // One character more than a line may have is enough to see that it is too long.
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS + 1);
    for (const line of lines) {
      const verdict = line.length > MAX_LINE_CHARS ? null : toVerdict(line);
      if (verdict === null || verdict.at < 0 || verdict.at >= count || seen.has(verdict.at)) continue;
      seen.add(verdict.at);
      yield verdict;
    }
  }
}

function toVerdict(line: string): ModelVerdict | null {
  const [, number, word = '', rest = ''] = LINE.exec(line) ?? [];
  const verdict = VERDICTS[word.toLowerCase()];
  if (number === undefined || verdict === undefined) return null;
  const quote = verdict === 'contradicted' ? (QUOTED.exec(rest)?.[1]?.trim() ?? '') : '';
  return { at: Number(number) - 1, verdict, quote };
}

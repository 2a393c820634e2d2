import { timeShareMs } from '../../core/budget.ts';
import { byDepth, type Depth } from '../../core/depth.ts';
import { Failure } from '../../core/failure.ts';
import { DEFAULT_SOURCES, MAX_SOURCES, type Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { countChars } from '../../lib/text/text.ts';
import { withSiteOperators } from './site-operators.ts';

/** A caller's request, in the terms of the service; absent or undefined fields have their usual values. */
export type Inquiry = Pick<Question, 'text'> &
  Partial<Pick<Question, 'scope' | 'style' | 'data' | 'sourceTokens' | 'sent'>> & {
    /** The longest time that the whole answer may take, in milliseconds. */
    readonly deadlineMs: number;
    readonly depth?: Depth | undefined;
    readonly history?: Question['history'] | undefined;
    readonly maxSources?: number | undefined;
  };

/** What a caller asks for besides the question itself; in HTTP, its headers say so. */
export type CallerPreferences = Pick<Question, 'id' | 'fresh' | 'readerLanguage'> & {
  /** How long the caller is willing to wait, in seconds; null or absent if it does not say. */
  readonly waitSeconds?: number | null;
};

/**
 * The question of a caller of any interface. The `site:` operators in its text become part of its scope. Its
 * deadline is the longest time for an answer, or the time that the caller is willing to wait, if that is
 * shorter.
 */
export function toQuestion(
  { text, scope = ANY_SCOPE, depth, history, maxSources, deadlineMs, ...options }: Inquiry,
  { waitSeconds, ...preferences }: CallerPreferences,
): Question {
  return {
    ...options,
    ...preferences,
    ...withSiteOperators(text, scope),
    ...(depth === 'deep' && { depth }),
    history: history ?? [],
    maxSources: maxSources ?? byDepth(depth, { quick: DEFAULT_SOURCES, deep: MAX_SOURCES }),
    deadlineAtMs: performance.now() + deadlineWithin(waitSeconds, deadlineMs),
  };
}

/**
 * The longest time for an answer whose caller waits this long, in milliseconds; at most `mostMs`. A part of
 * the wait is left for sending the reply.
 */
export function deadlineWithin(waitSeconds: number | null | undefined, mostMs: number): number {
  if (waitSeconds === null || waitSeconds === undefined) return mostMs;
  const waitMs = waitSeconds * 1000;
  return Math.min(mostMs, waitMs - timeShareMs('wayOut', waitMs));
}

/** The length of the longest question, and the name of the question in error messages. */
type TextLimits = { readonly maxQueryChars: number; readonly name?: string };

/**
 * The text of a question.
 * @throws Failure `invalid-question` if it is blank or too long
 */
export function checkedText(text: string, { maxQueryChars, name = 'The question' }: TextLimits): string {
  if (text.trim() === '') throw new Failure('invalid-question', `${name} is empty.`);
  if (countChars(text) > maxQueryChars)
    throw new Failure('invalid-question', `${name} is longer than ${maxQueryChars} characters.`);
  return text;
}

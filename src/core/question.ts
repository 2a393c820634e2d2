import { byDepth, type Depth } from './depth.ts';
import { Failure } from './failure.ts';
import { ANY_SCOPE } from './scope.ts';
import { DEFAULT_SOURCES, MOST_SOURCES, type Question } from './terms.ts';
import { countChars } from './text.ts';
import { withSiteOperators } from './wanted-scope.ts';

/** A caller's request, in the terms of the service; absent or undefined fields have their usual values. */
export type Inquiry = Pick<Question, 'id' | 'text' | 'deadlineMs'> &
  Partial<Pick<Question, 'scope' | 'style' | 'data' | 'sourceTokens' | 'sent'>> & {
    readonly depth?: Depth | undefined;
    readonly history?: Question['history'] | undefined;
    readonly maxSources?: number | undefined;
  };

/** Makes the question of a caller; the `site:` operators in its text become part of its scope. */
export function toQuestion({
  text,
  scope = ANY_SCOPE,
  depth,
  history,
  maxSources,
  ...rest
}: Inquiry): Question {
  return {
    ...rest,
    ...withSiteOperators(text, scope),
    ...(depth === 'deep' && { depth }),
    history: history ?? [],
    maxSources: maxSources ?? byDepth(depth, { quick: DEFAULT_SOURCES, deep: MOST_SOURCES }),
  };
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

import { abortReason } from '../../core/deadline.ts';
import type { SearchWithHits } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import { attributeTo, requesterOf } from '../../core/requester.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { Condensed } from '../../write/condenser.ts';

/** What a question means, the search for it, and the tokens that a model used to find the meaning. */
export type FollowUpSearch = {
  readonly meant: Question;
  readonly search: SearchWithHits;
  readonly tokens: number;
  /** True if rules guessed the meaning and no model confirmed it. */
  readonly isGuess: boolean;
};

/**
 * Searches for what a follow-up means: for the guess of the rules at once, and for the query of the model
 * only if that differs. The first search runs while the model writes; the search for a wrong guess is
 * cancelled.
 */
export async function searchFollowUp(
  question: Question,
  condensed: Condensed,
  { search, signal }: FollowUpSearchDeps,
): Promise<FollowUpSearch> {
  const guess = withText(question, condensed.text);
  const isGuess = condensed.isGuess === true;
  if (condensed.rewriting === undefined)
    return { meant: guess, search: await search(guess, signal), tokens: condensed.tokens, isGuess };
  const ending = new AbortController();
  attributeTo(requesterOf(signal), ending.signal);
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end);
  const searching = search(guess, ending.signal);
  // It is awaited after the model has written.
  searching.catch(() => undefined);
  try {
    const rewritten = await condensed.rewriting;
    if (signal.aborted) throw abortReason(signal);
    const tokens = condensed.tokens + rewritten.tokens;
    const isUsable = rewritten.text !== '';
    if (!isUsable || isSameSearch(rewritten.text, guess.text, question.text))
      return { meant: guess, search: await searching, tokens, isGuess: !isUsable };
    ending.abort();
    const meant = withText(question, rewritten.text);
    return { meant, search: await search(meant, signal), tokens, isGuess: false };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

type FollowUpSearchDeps = {
  search(question: Question, signal: AbortSignal): Promise<SearchWithHits>;
  readonly signal: AbortSignal;
};

/** What a question means, with the query of the model if that is usable. Waits for the model. */
export async function toMeantQuestion(
  question: Question,
  condensed: Condensed,
): Promise<Pick<FollowUpSearch, 'meant' | 'tokens'>> {
  const { text, tokens } = (await condensed.rewriting) ?? { text: '', tokens: 0 };
  const meant = withText(question, text === '' ? condensed.text : text);
  return { meant, tokens: condensed.tokens + tokens };
}

/** Condensing may remove only spaces; then, these are still the words of the question. */
function withText(question: Question, text: string): Question {
  return text === question.text.trim() ? question : { ...question, text };
}

/**
 * Whether the search for the guess finds what the query of the model would: the guess has all content words
 * of that query, in any order and form, and besides them only words of the message, which its writer typed,
 * and at most one of the conversation.
 */
function isSameSearch(query: string, guess: string, message: string): boolean {
  const [wanted, searched, typed] = [contentStems(query), contentStems(guess), contentStems(message)];
  const added = [...searched].filter((word) => !wanted.has(word) && !typed.has(word));
  return wanted.isSubsetOf(searched) && added.length <= 1;
}

function contentStems(text: string): ReadonlySet<string> {
  const content = toWords(text).filter((word) => !isStopWord(word));
  return new Set(content.map(stem));
}

import { abortReason } from '../core/deadline.ts';
import type { SearchBackend } from './backend.ts';
import { keywordLadder } from './keywords.ts';
import { createQuestionSense } from './question-sense.ts';

type Start = 'keywords' | 'question';

/**
 * A back-end that is asked again with fewer words as long as it finds nothing. `keywords` asks in the question's
 * keywords alone, for back-ends that want every word on the page; `question` begins with the question as it stands, for
 * those that understand one but may front others that do not. Where it turns out that this one never does, the keywords
 * go first and the question last (`question-sense.ts`).
 *
 * The first outcome that is not empty is the outcome; empty after the last wording is empty. All calls share `signal`,
 * whose owner bounds their time together.
 */
export function relaxing(backend: SearchBackend, options: { readonly start: Start }): SearchBackend {
  const sense = options.start === 'question' ? createQuestionSense() : null;
  return {
    async search(query, signal) {
      const question = query.text;
      let questionFailed = false;
      for (const text of wordings(question, sense === null ? null : sense.next())) {
        const outcome = await backend.search({ ...query, text }, signal);
        if (sense !== null && outcome.status === 'ok' && !isKeywords(question)) {
          if (text === question) sense.understood();
          else if (questionFailed) sense.misunderstood();
        }
        if (outcome.status !== 'empty') return outcome;
        if (signal.aborted) throw abortReason(signal);
        questionFailed ||= text === question;
      }
      return { status: 'empty' };
    },
  };
}

/**
 * What to ask, in order; null for keywords alone. Lazy: most questions are found as they stand and never need their
 * keywords.
 */
function* wordings(question: string, first: Start | null): Generator<string> {
  if (first === 'question') yield question;
  let isAsked = first !== 'keywords';
  for (const keywords of keywordLadder(question)) {
    const isQuestion = keywords === question.trim().toLowerCase();
    if (isQuestion && first === 'question') continue;
    isAsked ||= isQuestion;
    yield keywords;
  }
  if (!isAsked) yield question;
}

/** A question that is nothing but keywords shows nothing about whether whole ones are understood. */
function isKeywords(question: string): boolean {
  return keywordLadder(question)[0] === question.trim().toLowerCase();
}

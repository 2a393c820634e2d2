import { abortReason } from '../core/deadline.ts';
import type { SearchBackend } from './backend.ts';
import { keywordLadder } from './keywords.ts';

/**
 * A back-end that is asked again with fewer words as long as it finds nothing. `keywords` begins with the question's
 * keywords, for back-ends that want every word on the page; `question` begins with the question as it stands, for
 * those that understand one but may front others that do not.
 *
 * The first outcome that is not empty is the outcome; empty after the loosest words is empty. All calls share `signal`,
 * whose owner bounds their time together.
 */
export function relaxing(
  backend: SearchBackend,
  options: { readonly start: 'keywords' | 'question' },
): SearchBackend {
  return {
    async search(query, signal) {
      for (const text of wordings(query.text, options.start)) {
        const outcome = await backend.search({ ...query, text }, signal);
        if (outcome.status !== 'empty') return outcome;
        if (signal.aborted) throw abortReason(signal);
      }
      return { status: 'empty' };
    },
  };
}

/** Lazy: most questions are found as they stand and never need their keywords. */
function* wordings(question: string, start: 'keywords' | 'question'): Generator<string> {
  if (start === 'question') yield question;
  for (const keywords of keywordLadder(question)) {
    if (start === 'keywords' || keywords !== question.trim().toLowerCase()) yield keywords;
  }
}

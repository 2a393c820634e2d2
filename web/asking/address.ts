import { questionOf } from './shared-question.ts';

/** The maximum number of follow-ups in an address, and their maximum total length in characters. */
const MAX_FOLLOW_UPS = 5;
const MAX_FOLLOW_UP_CHARS = 2_000;

/** The question in the page's address; empty if there is none. */
export function questionInAddress(): string {
  return questionOf(new URLSearchParams(location.search));
}

/**
 * The follow-ups in the page's address, in order. They are in the fragment, which is never sent to a server.
 */
export function followUpsInAddress(): string[] {
  return bounded(new URLSearchParams(location.hash.slice(1)).getAll('then'));
}

/**
 * The address of a conversation, made from its questions: relative to the page, so that it also works behind
 * a path prefix. `scope` limits the sources of its answers, as parameters.
 */
export function addressOf(questions: readonly [string, ...string[]], scope = ''): string {
  const [question, ...followUps] = questions;
  if (question === '') return './';
  const then = new URLSearchParams(bounded(followUps).map((text) => ['then', text]));
  const query = `${new URLSearchParams({ q: question })}${scope && `&${scope}`}`;
  return `./?${query}${then.size > 0 ? `#${then}` : ''}`;
}

/** As many of the first follow-ups as fit into an address. */
function bounded(followUps: readonly string[]): string[] {
  const first = followUps.slice(0, MAX_FOLLOW_UPS);
  return first.filter((_, at) => first.slice(0, at + 1).join('').length <= MAX_FOLLOW_UP_CHARS);
}

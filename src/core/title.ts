import { isStopWord, stem, toWords } from './words.ts';

/** What follows the subject in a title: "pino: super fast logger", "Angola - Wikipedia", "Mercury (planet)". */
const SUBJECT_END = /:\s|\s[-–—|(]/u;

/** The title named too much beyond what was asked for when less than this share of its words was asked for. */
const LEAST_FIT = 0.5;

/** A title in its two parts: what the page is about, and what is said of it behind a colon ("pino: super fast logger"). */
export type Title = { readonly subject: string; readonly description: string };

/** Takes a title apart. The description is empty unless a colon introduces it: a dash or bar introduces the site's name. */
export function splitTitle(title: string): Title {
  const end = SUBJECT_END.exec(title);
  if (end === null) return { subject: title, description: '' };
  const description = end[0].startsWith(':') ? title.slice(end.index + 1).trim() : '';
  return { subject: title.slice(0, end.index), description };
}

/** What a title is about, as stems without stop words unless there are no others. */
export function subjectTerms(title: string): Set<string> {
  const words = toWords(splitTitle(title).subject);
  const content = words.filter((word) => !isStopWord(word));
  return new Set((content.length > 0 ? content : words).map(stem));
}

/**
 * How far a page's title is just what a question asks for, so that saying what the page is about answers it: 1 where its subject has
 * all terms of the question (`Relevance.terms`) and no others, down to 0.5 where as many words stand beside them ("Winston
 * Churchill" for "Who was Churchill?"), else 0.
 */
export function titleFit(title: string, terms: readonly string[]): number {
  const own = subjectTerms(title);
  if (terms.length === 0 || !terms.every((term) => own.has(term))) return 0;
  const fit = terms.length / own.size;
  return fit < LEAST_FIT ? 0 : fit;
}

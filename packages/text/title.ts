import { isStopWord, stem, toWords } from './words.ts';

/**
 * The part of a title after the subject: "pino: super fast logger", "Angola - Wikipedia", "Mercury (planet)".
 */
const SUBJECT_END = /:\s|\s[-–—|(]/u;

/** The minimum share of the subject's words that the question must contain. */
const MIN_FIT = 0.5;

/** A title in two parts: the subject, and a description after a colon ("pino: super fast logger"). */
type Title = { readonly subject: string; readonly description: string };

/** Splits a title. Without a colon, the description is empty: a dash or bar introduces the site's name. */
export function splitTitle(title: string): Title {
  const end = SUBJECT_END.exec(title);
  if (end === null) return { subject: title, description: '' };
  const description = end[0].startsWith(':') ? title.slice(end.index + 1).trim() : '';
  return { subject: title.slice(0, end.index), description };
}

/** The subject of a title as stems, without stop words unless it has no other words. */
export function subjectTerms(title: string): Set<string> {
  const words = toWords(splitTitle(title).subject);
  const content = words.filter((word) => !isStopWord(word));
  return new Set((content.length > 0 ? content : words).map(stem));
}

/**
 * How well the title of a page matches the subject of a question. If it matches, a definition of the title's
 * subject would be the answer. The result is 1 if the title's subject has all terms of the question
 * (`Relevance.terms`) and no others. With as many other words as terms, it is 0.5 ("Winston Churchill" for
 * "Who was Churchill?"); with more, or if a term is missing, it is 0.
 */
export function titleFit(title: string, terms: readonly string[]): number {
  const own = subjectTerms(title);
  if (terms.length === 0 || !terms.every((term) => own.has(term))) return 0;
  const fit = terms.length / own.size;
  return fit < MIN_FIT ? 0 : fit;
}

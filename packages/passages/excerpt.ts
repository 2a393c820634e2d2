import { createTerms } from './terms.ts';

/** What a search engine puts where it leaves text out. */
const ELLIPSIS = /\s*(?:…|\.{3,})\s*/u;
/** The signs with a meaning in regular expressions. */
const SIGNS = /[\\^$.*+?()[\]{}|]/g;
/** A longer page has text of its own, whatever its search result says. */
const SHORT_CHARS = 2_000;
/** An excerpt with fewer terms says too little about its page. */
const LEAST_TERMS = 3;
/**
 * The share of an excerpt's terms that a page has at most if it is another one: of 355 real pages, 99 % have
 * more than a third of the terms of their own description; of the first 2,000 characters of others, 90 % have
 * less than this.
 */
const MOST_IN_COMMON = 0.2;

/**
 * The excerpt of a search result if the text of its page does not have all parts of it word for word;
 * otherwise empty.
 */
export function beyondPage(excerpt: string, text: string): string {
  const parts = excerpt.trim().split(ELLIPSIS).filter(Boolean);
  return parts.every((part) => text.includes(part) || hasWords(text, part)) ? '' : excerpt.trim();
}

/** Whether a text has the same words with the same marks, whatever space is between them. */
function hasWords(text: string, part: string): boolean {
  const words = part.split(/\s+/u).map((word) => word.replace(SIGNS, String.raw`\$&`));
  return new RegExp(words.join('\\s+'), 'u').test(text);
}

/**
 * Whether a page is short and has nothing in common with the excerpt of its search result: it is then not the
 * page that the search engine saw, but one that asks to log in, to pay or to enable scripts, or says that
 * there is nothing.
 */
export function isUnlikeExcerpt(excerpt: string, text: string): boolean {
  if (text.length > SHORT_CHARS) return false;
  const terms = createTerms(excerpt);
  if (terms.count < LEAST_TERMS) return false;
  const found = terms.matchIn(text).counts.filter((count) => count > 0).length;
  // A single word may be there by chance: "member" in "Member area".
  return found <= Math.max(1, MOST_IN_COMMON * terms.count);
}

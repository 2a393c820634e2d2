import { createTerms } from './terms.ts';

/** What `select` selects from, and what it returns. `Slot` says where a hit was found; it is only passed on. */

/** A question and the limits on its sources. */
export type SourceQuestion = {
  readonly text: string;
  /** The maximum number of sources. */
  readonly maxSources: number;
  /** The first and the last day of publication that are wanted, as ISO 8601 dates; null for no limit. */
  readonly scope: { readonly since: string | null; readonly until: string | null };
};

/** One search result: plain text, an http(s) URL. */
export type SearchHit<Slot extends string | number = string | number> = {
  readonly url: string;
  readonly title: string;
  /** The excerpt that the search engine shows; may be empty. */
  readonly snippet: string;
  /** Text of the page itself, if the engine returns it (MediaWiki extracts, a local collection). */
  readonly text?: string;
  /** When the page was published, as an ISO 8601 date or date and time, if the engine says so. */
  readonly publishedAt?: string;
  /** Where it was found. */
  readonly slot?: Slot;
  /** The path of a document that the service shows itself; only passed on. Absent for all others. */
  readonly document?: string;
  /** The collection of the operator that it is in; only passed on. Absent for all others. */
  readonly collection?: string;
  /** Present if the caller wants to see its site before others; only passed on. */
  readonly preferredBy?: 'caller';
};

/** The text of the page of a hit, and the known facts about the page. */
export type HitPage = {
  /** Plain text; blocks are separated by an empty line. */
  readonly text: string;
  /** When it was published, as an ISO 8601 date or date and time; null if the page does not say. */
  readonly publishedAt: string | null;
  /** The name of the site; null if the page does not give one. */
  readonly siteName: string | null;
  /** The names of its authors; null if the page does not give them. */
  readonly author: string | null;
  /** The address of its picture; only passed on. Absent if there is none. */
  readonly imageUrl?: string;
  /** The time when the page was read, as an ISO 8601 date and time; absent if not known. */
  readonly readAt?: string;
  /** What rendered it, if something did; only passed on. */
  readonly renderedBy?: string;
};

/**
 * A part of a source's evidence (the page's text, or the hit's if it was not read; behind it, after an empty
 * line, the excerpt of the search result if that says more): `evidence.slice(from, to) === text`. Offsets are
 * in UTF-16 code units.
 */
export type Passage = { readonly text: string; readonly from: number; readonly to: number };

/**
 * The known text of a source: `page` if its page was read, `text` if the engine returned a text of it,
 * `snippet` if only the excerpt of the search result is known.
 */
export type SourceBasis = 'page' | 'text' | 'snippet';

/** A numbered source with its best passages. */
export type SelectedSource<Slot extends string | number = string | number> = {
  /** Starts at 1, without gaps; the same number means the same source everywhere. */
  readonly index: number;
  readonly url: string;
  readonly title: string;
  /** At most `SNIPPET_CHARS` (`text.ts`) code points of plain text, cut at a word. */
  readonly snippet: string;
  /** In the order of the page. */
  readonly passages: readonly Passage[];
  /** The kind of text that its passages come from. Absent if not known. */
  readonly basis?: SourceBasis;
  /** The time when its page was read, as an ISO 8601 date and time; only for the basis `page`. */
  readonly readAt?: string;
  /** What rendered its page, if something did; only passed on. */
  readonly renderedBy?: string;
  /** The publication date of the page, as an ISO 8601 date or date and time. Absent if not known. */
  readonly publishedAt?: string;
  /** The names of the site and of the authors, as the page gives them. */
  readonly siteName?: string;
  readonly author?: string;
  /** The address of the picture that the page names for itself. */
  readonly imageUrl?: string;
  /** Where it was found; sources of one answer may come from different places. Absent if not known. */
  readonly slot?: Slot;
  /** The path of a document that the service shows itself. Absent for all others. */
  readonly document?: string;
  /** The collection of the operator that it is in. Absent for all others. */
  readonly collection?: string;
  /** Present if the caller wants to see its site before others; absent for most. */
  readonly preferredBy?: 'caller';
};

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

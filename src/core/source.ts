import type { SearchHit, SelectedSource } from '@sayso/passages';
import type { SlotPosition } from './attempt.ts';

export type { Passage, SourceBasis } from '@sayso/passages';

/** One search result, cleaned. Made by a back-end; the search over all slots adds the slot. */
export type Hit = SearchHit<SlotPosition>;

/** The visible text of one page. Made by read. */
export type Page = {
  /** The URL of its hit; redirects do not change it. */
  readonly url: string;
  readonly title: string;
  /** All that a visitor can read, as plain text; blocks are separated by an empty line. */
  readonly text: string;
  /** Where the text is for which the page was made: pairs of offsets, in order; absent if all of it is. */
  readonly main?: readonly (readonly [from: number, to: number])[];
  /** The BCP 47 tag that the page declares; null if there is none. */
  readonly language: string | null;
  /** When it was published, as an ISO 8601 date or date and time; null if the page does not say. */
  readonly publishedAt: string | null;
  /** The name of the site; null if the page does not give one. */
  readonly siteName: string | null;
  /** The names of its authors; null if the page does not give them. */
  readonly author: string | null;
  /** The address of the picture that the page names for itself; absent if it names none. */
  readonly imageUrl?: string;
  /** The time when the page was read, as an ISO 8601 date and time; absent if not known. */
  readonly readAt?: string;
  /** The service that rendered it; absent if it was read without one. */
  readonly renderedBy?: FallbackKind;
};

/** One page that was read, or the reason why it was left out, in words. */
export type PageResult =
  | {
      readonly status: 'read';
      readonly page: Page;
      /** True if a browser would probably show more, but was not available. */
      readonly isPartial?: boolean;
    }
  | { readonly status: 'skipped'; readonly reason: string };

/** The text for which a page was made, without what is around it. */
export function mainTextOf({ text, main }: Pick<Page, 'text' | 'main'>): string {
  return main === undefined ? text : main.map(([from, to]) => text.slice(from, to)).join('\n\n');
}

/** A numbered source: the writer gets its passages, and citations refer to it. Made by select. */
export type Source = SelectedSource<SlotPosition>;

/** The kinds of service that render pages: any Chrome over the DevTools Protocol, and three with an API. */
export const FALLBACK_KINDS = ['cdp', 'crawl4ai', 'firecrawl', 'jina'] as const;

/** The kind of service that rendered a page. */
export type FallbackKind = (typeof FALLBACK_KINDS)[number];

import type { PageStep } from '../state/messages.ts';
import { isOfQuotes } from '../state/outcome.ts';
import type { ShownExchange } from '../state/state.ts';

/** What an answer took. */
export type Receipt = {
  readonly searches: number;
  /** The pages that were read. */
  readonly pages: number;
  /** The words of the answer; only those that are quoted if no model wrote it. */
  readonly words: number;
  /** The name of the model; `extractive` for quotes, `instant` for a calculation, empty if nothing wrote. */
  readonly model: string;
  readonly tokens: number;
  /** What they cost, with its currency; empty if that is not known. */
  readonly cost: string;
};

/** Counts what is known of the answer. */
export function toReceipt({ steps, answer, blocks, language, cost }: ShownExchange): Receipt {
  const model = answer !== null && isOfQuotes(answer) ? 'extractive' : (answer?.model ?? '');
  const text = model === 'extractive' ? quotedIn(blocks) : (answer?.speech ?? '');
  return {
    searches: countSearches(steps),
    pages: steps.filter((step) => step.kind === 'page' && step.reason === '').length,
    words: countWords(text, language),
    model,
    tokens: answer?.tokensUsed ?? 0,
    cost,
  };
}

/** The words in the quotations of an answer, without the numbers of their citations. */
function quotedIn(blocks: readonly string[]): string {
  const quotes = blocks.filter((html) => html.startsWith('<blockquote'));
  return quotes.join(' ').replace(/<a class="citation".*?<\/a>|<[^>]*>/gu, ' ');
}

/** A search for the question itself has no query of its own. */
function countSearches(steps: readonly PageStep[]): number {
  const queries = steps.filter(({ kind }) => kind === 'query').length;
  return queries === 0 && steps.some(({ kind }) => kind === 'slot') ? 1 : queries;
}

/** Counts the words as the language (BCP 47) divides them: Japanese has no spaces. */
function countWords(text: string, language: string): number {
  const segmenter = new Intl.Segmenter(isTag(language) ? language : [], { granularity: 'word' });
  return Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length;
}

function isTag(language: string): boolean {
  return /^[a-z]{2,3}(-|$)/i.test(language);
}

/** A step of an answer: its time, and its place in the whole time as shares from 0 to 1. */
type TimeShare = {
  readonly part: 'search' | 'read' | 'write' | 'rest';
  readonly ms: number;
  readonly start: number;
  readonly share: number;
};

/** The least share of the whole time that is shown. */
const MIN_SHARE = 0.01;

/** Where the time went, in the order of the steps; empty if the times are unknown. */
export function toTimeShares({ times, totalMs }: Pick<ShownExchange, 'times' | 'totalMs'>): TimeShare[] {
  if (times === null || totalMs === null || totalMs <= 0) return [];
  const { search, read, write } = times;
  const known = search + read + write;
  const rest = totalMs - known;
  // Steps may overlap, so their sum may be longer than the answer took.
  const whole = Math.max(totalMs, known);
  const durations = { search, read, write, rest };
  let start = 0;
  return (['search', 'read', 'write', 'rest'] as const).flatMap((part) => {
    const ms = durations[part];
    const share = Math.max(0, ms) / whole;
    const shown = { part, ms, start, share };
    start += share;
    return share >= MIN_SHARE ? [shown] : [];
  });
}

/** How one search of a deep answer ended: with results if any slot had some. */
export type PlannedSearch = {
  readonly outcome: 'ok' | 'empty' | 'failed';
  /** What it found, and how many of these pages were read. */
  readonly results: number;
  readonly pages: number;
};

/** The searches of a deep answer, in the order of its plan; a page counts for each search that found it. */
export function searchesOf(steps: readonly PageStep[]): readonly PlannedSearch[] {
  const searches: PlannedSearch[] = [];
  const read = new Set(steps.map((step) => (step.kind === 'page' && step.reason === '' ? step.url : '')));
  let search = 0;
  for (const step of steps) {
    if (step.kind === 'query') {
      const { found = [] } = step;
      search = step.search;
      const pages = found.filter((url) => read.has(url)).length;
      searches[search] = { outcome: 'failed', results: found.length, pages };
    }
    const known = searches[search];
    if (step.kind !== 'slot' || known === undefined || known.outcome === 'ok') continue;
    if (step.status === 'ok' || step.status === 'empty')
      searches[search] = { ...known, outcome: step.status };
  }
  return searches;
}

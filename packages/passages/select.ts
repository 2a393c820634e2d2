import { type Match, termWeights } from '@sayso/text/relevance.ts';
import { SNIPPET_CHARS, toSnippet } from '@sayso/text/text.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { createYielding, type YieldIfDue } from '@sayso/text/yielding.ts';
import { choose } from './choose.ts';
import { withoutCopies } from './copies.ts';
import { periodTest } from './period.ts';
import { pick, pickAll } from './pick.ts';
import { type Rank, reorder } from './reorder.ts';
import { type ScoredPage, score } from './score.ts';
import { cutSentences, fit, type PageSentence, toPassages, toSentence, trim } from './sentences.ts';
import {
  beyondPage,
  type HitPage,
  type Passage,
  type SearchHit,
  type SelectedSource,
  type SourceBasis,
  type SourceQuestion,
} from './source.ts';
import { createTerms, toPlainWords } from './terms.ts';
import { createMarginalRelevance } from './worth.ts';

/** The number of hits that may become sources when pages were read. */
const MAX_CANDIDATES = 10;
/**
 * Only this many characters of a page are used, which limits the work. News pages are about a tenth as long.
 */
const MAX_CHARS = 40_000;
/** A text of up to this length (a snippet) is used completely or not at all. */
const SHORT_CHARS = 400;
/** The number of sentences after which other tasks may run. */
const STEPS_PER_YIELD = 20;
/** The weight of sentences on a page that was published outside the period of the question. */
const UNTIMELY = 0.6;
/** What stands between the text of a page and the excerpt of its search result. */
const APART = '\n\n';
/** The separator between a title and its passages, in tokens. */
const TITLE_FRAME = 1;

/** The data from which sources are selected, and the limits for the sources. */
type SelectInput<Slot extends string | number = string | number> = {
  readonly question: SourceQuestion;
  /** The hits in the engine's order. */
  readonly hits: readonly SearchHit<Slot>[];
  /**
   * The pages, by the URL of their hit. For a hit whose page was not read, its own text or snippet is used.
   */
  readonly pages: ReadonlyMap<string, HitPage>;
  /** The maximum number of tokens (`estimateTokens`) in the titles and passages of all sources together. */
  readonly contextTokens: number;
  /** A better ranking of passages than words alone; absent if there is none. */
  readonly rank?: Rank | undefined;
};

/** A hit with the known facts about its page. */
type FoundText = {
  readonly hit: SearchHit;
  readonly origin: Pick<
    SelectedSource,
    'basis' | 'readAt' | 'renderedBy' | 'publishedAt' | 'siteName' | 'author' | 'imageUrl'
  >;
  /** The text of the page or of the hit, and behind it the excerpt of the search result if that says more. */
  readonly evidence: string;
  /** Where the excerpt begins in `evidence`; its length if there is none. */
  readonly excerptAt: number;
};

/** A text that was found, with its sentences. */
type SplitText = FoundText & {
  /** Null if there is no title. */
  readonly title: PageSentence | null;
  readonly sentences: readonly PageSentence[];
  /** The terms of the question in the title, if there is one, and in each sentence. */
  readonly matches: readonly Match[];
  /** The number of the sentences that are of the excerpt: the last ones. */
  readonly excerpted: number;
};

/**
 * Selects the numbered sources of an answer, at most `maxSources`, in the engine's order, each with the best
 * passages of its page, or of its hit if the page was not read. If pages were read, or passages were ranked,
 * the best of the first ten hits become sources; otherwise, the first hits do. If all their text fits, all of
 * it is used. Otherwise, `contextTokens` is filled sentence by sentence (`pick`); a title counts as the first
 * sentence of its page. The excerpt of a search result competes with the sentences of its page, if that does
 * not say it: a page that asks to log in cannot displace it. A page becomes a source only if a sentence of it
 * was selected. Text that occurs on several of the pages read is used once, and one text on several hosts is
 * one source. A hit without any text is none. Other tasks can run between pages.
 */
export async function select<Slot extends string | number = string | number>({
  question,
  hits,
  pages,
  contextTokens,
  rank,
}: SelectInput<Slot>): Promise<readonly SelectedSource<Slot>[]> {
  const wereRead = hits.some(({ url }) => hasText(pages.get(url)));
  const isRanked = wereRead || rank !== undefined;
  const count = isRanked ? Math.max(question.maxSources, MAX_CANDIDATES) : question.maxSources;
  const considered = hits
    .filter(({ url }, at) => at < count || hasText(pages.get(url)))
    .map((hit) => toFoundText(hit, pages.get(hit.url)))
    .filter(({ evidence }) => evidence.trim() !== '');
  const texts = considered.map(({ hit, evidence }) => ({ url: hit.url, text: evidence.slice(0, MAX_CHARS) }));
  const found = withoutCopies(texts).flatMap((place) => considered[place] ?? []);
  const whole = isRanked ? [] : found.map(toWholeSource);
  // Slots are passed on as they are, which the compiler cannot see.
  if (whole.length > 0 && fit(whole, contextTokens)) return whole as SelectedSource<Slot>[];
  const yieldIfDue = createYielding();
  const terms = createTerms(question.text);
  const candidates: SplitText[] = [];
  for (const one of found) candidates.push(await toCandidate(one, { terms, yieldIfDue }));
  const weights = termWeights(
    terms.count,
    candidates.flatMap(({ matches }) => matches),
  );
  const scores = await scoreAll(candidates, weights, yieldIfDue);
  const lexical = candidates.map((candidate, at) => toScored(candidate, scores[at] ?? new Float64Array()));
  const ranked = rank === undefined ? null : await reorder(lexical, rank);
  const relevant = ranked ?? (wereRead ? lexical : lexical.slice(0, question.maxSources));
  const isTimely = periodTest(question);
  const scored = relevant.map((page, at) =>
    isTimely(candidates[at]?.origin.publishedAt ?? null)
      ? page
      : { ...page, scores: page.scores.map((one) => one * UNTIMELY) },
  );
  const places = choose(scored, createMarginalRelevance(scored, question.text, weights), question.maxSources);
  const chosen = places.flatMap((place) => candidates[place] ?? []);
  const picking = {
    pages: places.flatMap((place) => scored[place] ?? []),
    budget: contextTokens,
    skipsRepeats: wereRead && chosen.length > 1,
  };
  const worth = createMarginalRelevance(picking.pages, question.text, weights);
  const taken = pickAll(picking) ?? (await pick({ ...picking, worth }, yieldIfDue));
  const sources = trim(taken, contextTokens, (sentences) => toSources(chosen, sentences));
  return sources as readonly SelectedSource<Slot>[];
}

function hasText(page: HitPage | undefined): page is HitPage {
  return page !== undefined && page.text.trim() !== '';
}

/** The terms of the question, and the pauses while pages are searched for them. */
type TermSearch = { readonly terms: ReturnType<typeof createTerms>; readonly yieldIfDue: YieldIfDue };

function toFoundText(hit: SearchHit, page: HitPage | undefined): FoundText {
  const basis = basisOf(hit, page);
  const text = { page: page?.text, text: hit.text, snippet: hit.snippet }[basis] ?? '';
  const excerpt = beyondPage(hit.snippet, text);
  const evidence = excerpt === '' ? text : `${text}${APART}${excerpt}`;
  const excerptAt = excerpt === '' ? text.length : text.length + APART.length;
  return { hit, origin: { basis, ...originOf(hit, page) }, evidence, excerptAt };
}

/** The fullest text that is known of a hit. */
function basisOf({ text = '' }: SearchHit, page: HitPage | undefined): SourceBasis {
  if (hasText(page)) return 'page';
  return text.trim() === '' ? 'snippet' : 'text';
}

function toWholeSource(found: FoundText, at: number): SelectedSource {
  const whole = { from: 0, to: MAX_CHARS };
  return toSource(found, at + 1, { passages: toPassages(found.evidence, [whole]), best: whole });
}

async function toCandidate(found: FoundText, { terms, yieldIfDue }: TermSearch): Promise<SplitText> {
  const { evidence, excerptAt } = found;
  const ends = excerptAt < evidence.length ? excerptAt - APART.length : excerptAt;
  const own = cutText(evidence, 0, Math.min(ends, MAX_CHARS));
  const excerpt = excerptAt < evidence.length ? cutText(evidence, excerptAt, evidence.length) : [];
  const sentences = [...own, ...excerpt];
  const title = toTitle(found.hit.title);
  const matches: Match[] = title === null ? [] : [terms.match(title.words)];
  for (const { from, to } of sentences) {
    matches.push(terms.matchIn(evidence, from, to));
    if (matches.length % STEPS_PER_YIELD === 0) await yieldIfDue();
  }
  return { ...found, title, sentences, matches, excerpted: excerpt.length };
}

/** The sentences of a part of a text; one if it is short. */
function cutText(text: string, from: number, to: number): readonly PageSentence[] {
  if (to - from <= SHORT_CHARS) return [toSentence(text, from, to)];
  if (from === 0) return cutSentences(text.slice(0, to));
  return cutSentences(text.slice(from, to)).map((one) => toSentence(text, from + one.from, from + one.to));
}

/** The scores of the sentences; those of an excerpt are scored as a page of their own, which they are. */
async function scoreAll(
  candidates: readonly SplitText[],
  weights: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<readonly Float64Array[]> {
  const pages = candidates.map(({ matches, excerpted }) => matches.slice(0, matches.length - excerpted));
  const excerpts = candidates.map(({ title, matches, excerpted }) =>
    excerpted === 0 ? [] : [...matches.slice(0, title === null ? 0 : 1), ...matches.slice(-excerpted)],
  );
  const ofPages = await score(pages, weights, yieldIfDue);
  const ofExcerpts = await score(excerpts, weights, yieldIfDue);
  return candidates.map(({ excerpted }, at) => {
    const own = ofPages[at] ?? [];
    return Float64Array.from([...own, ...(ofExcerpts[at]?.slice(-excerpted || Infinity) ?? [])]);
  });
}

const DAY_MS = 86_400_000;

/** Whether a date is today or earlier, in whichever zone it was written. */
function isPast(date: string): boolean {
  return date.slice(0, 10) <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
}

function originOf(hit: SearchHit, page: HitPage | undefined): Omit<FoundText['origin'], 'basis'> {
  // A date in the future is that of an event, or a mistake.
  const publishedAt = [page?.publishedAt, hit.publishedAt].find((date) => date != null && isPast(date));
  return {
    ...(hasText(page) && page.readAt !== undefined && { readAt: page.readAt }),
    ...(hasText(page) && page.renderedBy !== undefined && { renderedBy: page.renderedBy }),
    ...(publishedAt != null && { publishedAt }),
    ...(page?.siteName != null && { siteName: page.siteName }),
    ...(page?.author != null && { author: page.author }),
    ...(page?.imageUrl !== undefined && { imageUrl: page.imageUrl }),
  };
}

/**
 * A title as the first sentence of its page; null if it is blank. Its tokens are counted when its page is
 * first used, so a title that is used as a sentence costs nothing.
 */
function toTitle(text: string): PageSentence | null {
  return text.trim() === '' ? null : { text, from: 0, to: 0, tokens: 0, words: toPlainWords(text) };
}

function toScored({ hit, title, sentences, matches }: SplitText, scores: Float64Array): ScoredPage {
  const titleTokens = title === null ? 0 : estimateTokens(hit.title) + TITLE_FRAME;
  return { sentences: title === null ? sentences : [title, ...sentences], matches, scores, titleTokens };
}

/** The sources with their selected sentences. A page from which none was selected has nothing to cite. */
function toSources(
  candidates: readonly SplitText[],
  taken: ReadonlySet<PageSentence>,
): readonly SelectedSource[] {
  const opened = candidates.filter(({ sentences }) => sentences.some((sentence) => taken.has(sentence)));
  return opened.map((candidate, at) => {
    const own = new Set(candidate.sentences.filter((sentence) => taken.has(sentence)));
    const best = [...taken].find((sentence) => own.has(sentence));
    return toSource(candidate, at + 1, { passages: toPassages(candidate.evidence, [...own]), best });
  });
}

/** What is known of a source whose only passages are of the excerpt: its page says nothing in the answer. */
function withoutReading(origin: FoundText['origin']): FoundText['origin'] {
  const { readAt: _readAt, renderedBy: _renderedBy, ...known } = origin;
  return { ...known, basis: 'snippet' };
}

/** The selected sentences of one candidate; `best` was selected first. */
type Selected = {
  readonly passages: readonly Passage[];
  readonly best: Pick<PageSentence, 'from'> | undefined;
};

function toSource(
  { hit, origin, evidence, excerptAt }: FoundText,
  index: number,
  { passages, best }: Selected,
): SelectedSource {
  const { url, title, snippet, slot, document, collection, preferredBy } = hit;
  const around = passages.find(({ to }) => best !== undefined && to > best.from)?.text ?? '';
  const shown = [snippet, around, evidence].find((text) => text.trim() !== '') ?? '';
  const isOfPage = excerptAt === evidence.length || passages.some(({ from }) => from < excerptAt);
  const known = isOfPage ? origin : withoutReading(origin);
  const source = { index, url, title, snippet: toSnippet(shown, SNIPPET_CHARS), passages, ...known };
  return {
    ...source,
    ...(slot !== undefined && { slot }),
    ...(document !== undefined && { document }),
    ...(collection !== undefined && { collection }),
    ...(preferredBy !== undefined && { preferredBy }),
  };
}

import { type Breather, createBreather } from '../core/breather.ts';
import type { Hit, Page, Passage, Question, Source } from '../core/terms.ts';
import { SNIPPET_CHARS, toSnippet } from '../core/text.ts';
import { countTokens } from '../core/tokens.ts';
import { choose } from './choose.ts';
import { periodTest } from './period.ts';
import { pick, pickAll } from './pick.ts';
import { type Rank, reorder } from './reorder.ts';
import { score, weigh } from './score.ts';
import type { ScoredPage } from './scored-page.ts';
import { createTerms, type TermCounts, type Terms, toPlainWords } from './terms.ts';
import { fit, trim } from './trim.ts';
import { toPassages, toUnit, toUnits, type Unit } from './units.ts';
import { createWorth } from './worth.ts';

/** The number of hits that may become sources when pages were read. */
const MAX_CANDIDATES = 10;
/**
 * Only this many characters of a page are used, which limits the work. News pages are about a tenth as long.
 */
const MAX_CHARS = 40_000;
/** A text of up to this length (a snippet) is used completely or not at all. */
const SHORT_CHARS = 400;
/** The number of sentences after which other tasks may run. */
const UNTIL_BREATH = 20;
/** The weight of sentences on a page that was published outside the period of the question. */
const UNTIMELY = 0.6;
/** The separator between a title and its passages, in tokens. */
const TITLE_FRAME = 1;

/** The data from which sources are selected, and the limits for the sources. */
export type SelectInput = {
  readonly question: Question;
  /** The hits in the engine's order. */
  readonly hits: readonly Hit[];
  /**
   * The pages, by the URL of their hit. For a hit whose page was not read, its own text or snippet is used.
   */
  readonly pages: ReadonlyMap<string, Page>;
  /** The maximum number of tokens (`countTokens`) in the titles and passages of all sources together. */
  readonly contextTokens: number;
  /** A better ranking of passages than words alone; absent if there is none. */
  readonly rank?: Rank | undefined;
};

/** A hit with the known facts about its page. */
type FoundText = {
  readonly hit: Hit;
  readonly origin: Pick<Source, 'basis' | 'readAt' | 'publishedAt' | 'siteName' | 'author'>;
  readonly evidence: string;
};

/** A text that was found, with its sentences. */
type SplitText = FoundText & {
  /** Null if there is no title. */
  readonly title: Unit | null;
  readonly units: readonly Unit[];
  /** The terms of the question in the title, if there is one, and in each unit. */
  readonly matches: readonly TermCounts[];
};

/**
 * Selects the numbered sources of an answer, at most `maxSources`, in the engine's order, each with the best
 * passages of its page, or of its hit if the page was not read. If pages were read, or passages were ranked,
 * the best of the first ten hits become sources; otherwise, the first hits do. If all their text fits, all of
 * it is used. Otherwise, `contextTokens` is filled sentence by sentence (`pick`); a title counts as the first
 * sentence of its page. A page that was read becomes a source only if a sentence of it was selected. Text
 * that occurs on several of the pages read is used once. A hit without any text is a source, too. Other tasks
 * can run between pages.
 */
export async function select({
  question,
  hits,
  pages,
  contextTokens,
  rank,
}: SelectInput): Promise<readonly Source[]> {
  const wereRead = hits.some(({ url }) => hasText(pages.get(url)));
  const count =
    wereRead || rank !== undefined ? Math.max(question.maxSources, MAX_CANDIDATES) : question.maxSources;
  const found = hits
    .filter(({ url }, at) => at < count || hasText(pages.get(url)))
    .map((hit) => toFoundText(hit, pages.get(hit.url)));
  const whole = wereRead || rank !== undefined ? [] : found.map(toWholeSource);
  if (whole.length > 0 && fit(whole, contextTokens)) return whole;
  const breathe = createBreather();
  const terms = createTerms(question.text);
  const candidates: SplitText[] = [];
  for (const one of found) candidates.push(await toCandidate(one, { terms, breathe }));
  const all = candidates.map(({ matches }) => matches);
  const weights = weigh(all, terms.count);
  const scores = await score(all, weights, breathe);
  const lexical = candidates.map((candidate, at) => toScored(candidate, scores[at] ?? new Float64Array()));
  const ranked = rank === undefined ? null : await reorder(lexical, rank);
  const relevant = ranked ?? (wereRead ? lexical : lexical.slice(0, question.maxSources));
  const isTimely = periodTest(question);
  const scored = relevant.map((page, at) =>
    isTimely(candidates[at]?.origin.publishedAt ?? null)
      ? page
      : { ...page, scores: page.scores.map((one) => one * UNTIMELY) },
  );
  const places = choose(scored, createWorth(scored, question.text, weights), question.maxSources);
  const chosen = places.flatMap((place) => candidates[place] ?? []);
  const picking = {
    pages: places.flatMap((place) => scored[place] ?? []),
    budget: contextTokens,
    once: wereRead && chosen.length > 1,
  };
  const worth = createWorth(picking.pages, question.text, weights);
  const taken = pickAll(picking) ?? (await pick({ ...picking, worth }, breathe));
  return trim(taken, contextTokens, (units) => toSources(chosen, units, wereRead));
}

function hasText(page: Page | undefined): page is Page {
  return page !== undefined && page.text.trim() !== '';
}

/** The data that every step over pages needs: the terms of the question, and pauses. */
type Selecting = { readonly terms: Terms; readonly breathe: Breather };

function toFoundText(hit: Hit, page: Page | undefined): FoundText {
  const basis = hasText(page) ? 'page' : (hit.text ?? '').trim() === '' ? 'snippet' : 'text';
  const evidence = { page: page?.text, text: hit.text, snippet: hit.snippet }[basis] ?? '';
  return { hit, origin: { basis, ...originOf(hit, page) }, evidence };
}

function toWholeSource(found: FoundText, at: number): Source {
  const whole = toUnit(found.evidence, 0, MAX_CHARS);
  return toSource(found, at + 1, { passages: toPassages(found.evidence, [whole]), best: whole });
}

async function toCandidate(found: FoundText, { terms, breathe }: Selecting): Promise<SplitText> {
  const text = found.evidence.slice(0, MAX_CHARS);
  const units = text.length <= SHORT_CHARS ? [toUnit(text, 0, text.length)] : toUnits(text);
  const title = toTitle(found.hit.title);
  const matches: TermCounts[] = title === null ? [] : [terms.match(title.words)];
  for (const { from, to } of units) {
    matches.push(terms.matchIn(text, from, to));
    if (matches.length % UNTIL_BREATH === 0) await breathe();
  }
  return { ...found, title, units, matches };
}

function originOf(hit: Hit, page: Page | undefined): Omit<FoundText['origin'], 'basis'> {
  const publishedAt = page?.publishedAt ?? hit.publishedAt;
  return {
    ...(hasText(page) && page.readAt !== undefined && { readAt: page.readAt }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(page?.siteName != null && { siteName: page.siteName }),
    ...(page?.author != null && { author: page.author }),
  };
}

/**
 * The tokens of a title are counted when its page is first used, so a title that is used as a sentence costs
 * nothing.
 */
function toTitle(text: string): Unit | null {
  return text.trim() === '' ? null : { text, from: 0, to: 0, tokens: 0, words: toPlainWords(text) };
}

function toScored({ hit, title, units, matches }: SplitText, scores: Float64Array): ScoredPage {
  const titleTokens = title === null ? 0 : countTokens(hit.title) + TITLE_FRAME;
  return { units: title === null ? units : [title, ...units], matches, scores, titleTokens };
}

/**
 * The sources with their selected units. A page from which nothing was selected is left out if there are
 * others, because it contains nothing to cite.
 */
function toSources(
  candidates: readonly SplitText[],
  taken: ReadonlySet<Unit>,
  onlyOpened: boolean,
): readonly Source[] {
  const isOpened = ({ title, units }: SplitText) =>
    (title !== null && taken.has(title)) || units.some((unit) => taken.has(unit));
  const opened = onlyOpened ? candidates.filter(isOpened) : candidates;
  return (opened.length > 0 ? opened : candidates.slice(0, 1)).map((candidate, at) => {
    const own = new Set(candidate.units.filter((unit) => taken.has(unit)));
    const best = [...taken].find((unit) => own.has(unit));
    return toSource(candidate, at + 1, { passages: toPassages(candidate.evidence, [...own]), best });
  });
}

/** The selected units of one candidate; `best` was selected first. */
type Selected = { readonly passages: readonly Passage[]; readonly best: Unit | undefined };

function toSource({ hit, origin, evidence }: FoundText, index: number, { passages, best }: Selected): Source {
  const { url, title, snippet, engine } = hit;
  const around = passages.find(({ to }) => best !== undefined && to > best.from)?.text ?? '';
  const shown = [snippet, around, evidence].find((text) => text.trim() !== '') ?? '';
  const source = { index, url, title, snippet: toSnippet(shown, SNIPPET_CHARS), passages, ...origin };
  return engine === undefined ? source : { ...source, engine };
}

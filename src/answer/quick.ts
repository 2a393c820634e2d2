import type { TimedRun } from '../core/run.ts';
import { type Hit, mainTextOf } from '../core/source.ts';
import { answerLanguage } from './answer-language.ts';
import { gatherEarlier } from './earlier.ts';
import { type PagesRead, readPages } from './read-pages.ts';
import { searchWithinBudget } from './search-within-budget.ts';
import { toSourceContext } from './source-context.ts';
import type { Gather, GatherDeps } from './steps.ts';

const NO_PAGES: PagesRead = { pages: new Map(), isRushed: false };

/** Gathers with one search. `keepsTexts` adds the texts of the hits to the evidence. */
export function createQuickGather(steps: GatherDeps & { readonly keepsTexts?: boolean }): Gather {
  return async function* gatherQuickly(run) {
    const { question, budget, signal, trace } = run;
    const read = await readMessage(steps, run);
    const spent = { tokens: read.tokens, calls: read.tokens > 0 ? 1 : 0 };
    if (read.query === null) return yield* gatherEarlier(steps, run, spent);
    // Reading may remove only spaces; then, these are still the words of the question.
    const meant = read.query.trim() === question.text.trim() ? question : { ...question, text: read.query };
    const limits = { run, question: meant, budget, shareMs: budget.shareMs('search') };
    const { hits, ...search } = await searchWithinBudget(steps, limits, signal);
    budget.book('searchMs');
    const { slot, trail } = search;
    const query =
      meant.text === question.text ? {} : { query: meant.text, ...(read.isGuess && { isGuess: true }) };
    yield { type: 'search-end', search: 0, slot, trail, ...query };

    const { reading } = steps;
    const isRead = reading !== null && hits.length > 0;
    const { pages, isRushed } = isRead
      ? yield* readPages(reading, { run, hits, budget, shareMs: budget.shareMs('read') }, signal)
      : NO_PAGES;
    budget.book('readMs');

    const fitting = budget.fitSources(meant);
    const { maxSources, contextTokens } = fitting;
    const choice = { question: { ...meant, maxSources }, hits, pages, contextTokens };
    const select = () => steps.select(choice, budget.shareMs('rank'), signal);
    const selected = hits.length > 0 ? await trace('select', select) : [];
    // A passage is a part of its page's text, which would stay in memory as long as the passage. A snippet is
    // short, and copying takes time.
    const isLong = selected.some(({ basis }) => basis !== 'snippet');
    const sources = isLong ? structuredClone(selected) : selected;
    const language = answerLanguage(question, sources);
    budget.book('selectMs');
    if (search.outcome.status !== 'failed')
      yield { type: 'sources', sources, language, ...toSourceContext(fitting) };
    const found = { meaning: meant.text, searches: [search], sources, language };
    const texts = steps.keepsTexts === true ? { texts: textsOf(hits, pages) } : {};
    return { ...found, ...texts, ...spent, isRushed };
  };
}

/** Reads what a message means. A first question is read without a model, so its span would be empty. */
export function readMessage(
  { readMessage: read }: Pick<GatherDeps, 'readMessage'>,
  { question, budget, signal, trace }: TimedRun,
): ReturnType<GatherDeps['readMessage']> {
  const reading = () => read(question, budget.shareMs('query'), signal);
  return question.history.length === 0 ? reading() : trace('read message', reading);
}

function textsOf(hits: readonly Hit[], pages: PagesRead['pages']): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { url, text } of hits) {
    const read = pages.get(url);
    const page = read === undefined ? '' : mainTextOf(read);
    const whole = page.trim() === '' ? text : page;
    if (whole !== undefined) texts.set(url, whole);
  }
  return texts;
}

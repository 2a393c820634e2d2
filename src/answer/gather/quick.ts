import type { Question } from '../../core/question.ts';
import { type Hit, mainTextOf } from '../../core/source.ts';
import { answerLanguage } from '../answer-language.ts';
import type { Gather, GatherDeps } from '../steps.ts';
import { type PagesRead, readPages } from './read-pages.ts';
import { searchFollowUp } from './search-follow-up.ts';
import { searchWithinBudget } from './search-within-budget.ts';
import { toSourceContext } from './source-context.ts';

const NO_PAGES: PagesRead = { pages: new Map(), isRushed: false };

/** Gathers with one search. `keepsTexts` adds the texts of the hits to the evidence. */
export function createQuickGather(steps: GatherDeps & { readonly keepsTexts?: boolean }): Gather {
  return async function* gatherQuickly(question, budget, signal) {
    const condensed = await steps.condense(question, budget.shareMs('condense'), signal);
    const searching = (meant: Question, limit: AbortSignal) =>
      searchWithinBudget(
        steps,
        { question: meant, asked: question, budget, shareMs: budget.shareMs('search') },
        limit,
      );
    const followUp = await searchFollowUp(question, condensed, { search: searching, signal });
    const { meant, tokens, isGuess } = followUp;
    const { hits, ...search } = followUp.search;
    budget.book('searchMs');
    const { engine, trail } = search;
    const query = meant.text === question.text ? {} : { query: meant.text, ...(isGuess && { isGuess }) };
    yield { type: 'search-end', search: 0, engine, trail, ...query };

    const { reading } = steps;
    const isRead = reading !== null && hits.length > 0;
    const { pages, isRushed } = isRead
      ? yield* readPages(reading, { hits, question, budget, shareMs: budget.shareMs('read') }, signal)
      : NO_PAGES;
    budget.book('readMs');

    const limits = budget.fitSources(meant);
    const { maxSources, contextTokens } = limits;
    const choice = { question: { ...meant, maxSources }, hits, pages, contextTokens };
    const selected = hits.length > 0 ? await steps.select(choice, budget.shareMs('rank'), signal) : [];
    // A passage is a part of its page's text, which would stay in memory as long as the passage. A snippet is
    // short, and copying takes time.
    const isLong = selected.some(({ basis }) => basis !== 'snippet');
    const sources = isLong ? structuredClone(selected) : selected;
    const language = answerLanguage(question, sources);
    budget.book('selectMs');
    if (search.outcome.status !== 'failed')
      yield { type: 'sources', sources, language, ...toSourceContext(limits) };
    const found = { meaning: meant.text, searches: [search], sources, language };
    const texts = steps.keepsTexts === true ? { texts: textsOf(hits, pages) } : {};
    return { ...found, ...texts, tokens, calls: tokens > 0 ? 1 : 0, isRushed };
  };
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

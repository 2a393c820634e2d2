import { citedSources } from '../state/shown-sources.ts';
import type { ShownExchange } from '../state/state.ts';

const MOST = 3;
/** A longer title is no question, in characters. */
const MAX_LENGTH = 90;

/** What a site adds to the title of its pages: its name, after a bar or a dash. */
const SITE_NAME = /\s+[|–—·»-]\s+[^|–—·»]{1,40}$/u;

/** Words long enough to name something; Japanese writes them in Chinese characters or in katakana. */
const NAMING = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[\p{L}\p{M}\p{N}]{4,}/gu;

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cyrillic}/u,
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
];

/**
 * At most three questions to ask next: the titles of sources that are questions, first those of sources that
 * the answer does not cite. Each shares a word with the question or the answer; none repeats the question or
 * is in another script.
 */
export function relatedTo(
  exchange: Pick<ShownExchange, 'question' | 'sources' | 'citations' | 'answer'>,
): string[] {
  const { question, sources } = exchange;
  const cited = new Set(citedSources(exchange));
  const scripts = SCRIPTS.filter((script) => script.test(question));
  const asked = wordsOf(question);
  const text = `${question} ${exchange.answer?.markdown ?? ''}`.toLowerCase();
  const questions = sources
    .toSorted((one, other) => Number(cited.has(one)) - Number(cited.has(other)))
    .map(({ title }) => title.replace(SITE_NAME, '').trim())
    .filter((title) => title.length <= MAX_LENGTH && /[?？؟]$/.test(title))
    .filter((title) => scripts.some((script) => script.test(title)))
    .filter((title) =>
      title
        .toLowerCase()
        .match(NAMING)
        ?.some((word) => text.includes(word)),
    )
    .filter((title) => !wordsOf(title).isSubsetOf(asked) && !asked.isSubsetOf(wordsOf(title)));
  return [...new Set(questions)].slice(0, MOST);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
}

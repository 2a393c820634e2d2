import { readJsonLines } from '../select/json-lines.ts';
import { plainTerms } from '../select/plain-words.ts';
import type { QuestionSet, SetPage, SetQuestion } from '../select/question-set.ts';

/** The number of passages that a question gets. */
const PAGES = 10;

type Row = {
  readonly question: string;
  readonly answers: readonly string[];
  readonly ctxs: readonly { readonly title: string; readonly text: string }[];
};

/**
 * Real search questions with a marked passage (`nq-oracle/`). Each question gets the ten passages of all
 * questions that share the rarest words with it, best first; the marked passage takes the last place if it is
 * not among them.
 */
export function readSearchQuestions(folder: string, step: number): QuestionSet {
  const rows = readJsonLines<Row>(folder, 'nq-oracle');
  const pages = rows.map(({ ctxs }, at): SetPage => {
    const { title = '', text = '' } = ctxs[0] ?? {};
    return { url: `https://nq.example/${at}`, title, text };
  });
  const findPages = createSearch(pages);
  const questions = rows.flatMap(({ question, answers }, at): SetQuestion[] => {
    if (at % step !== 0) return [];
    const found = findPages(question);
    const marked = found.includes(at) ? found : [...found.slice(0, PAGES - 1), at];
    return [
      {
        id: `nq-${at}`,
        lang: 'en',
        question,
        answers,
        choices: [],
        support: [],
        pages: marked.flatMap((place) => pages[place] ?? []),
      },
    ];
  });
  return { name: 'nq-oracle', isNews: false, budgets: [], maxSources: PAGES, wholePages: false, questions };
}

function createSearch(pages: readonly SetPage[]): (question: string) => number[] {
  const holders = new Map<string, number[]>();
  for (const [at, { title, text }] of pages.entries()) {
    for (const term of new Set(plainTerms(`${title} ${text}`))) {
      const own = holders.get(term);
      if (own === undefined) holders.set(term, [at]);
      else own.push(at);
    }
  }
  return (question) => {
    const scores = new Map<number, number>();
    for (const term of new Set(plainTerms(question))) {
      const own = holders.get(term) ?? [];
      const rarity = Math.log(1 + pages.length / (1 + own.length));
      for (const at of own) scores.set(at, (scores.get(at) ?? 0) + rarity);
    }
    const ranked = [...scores].sort(([one, a], [other, b]) => b - a || one - other);
    return ranked.slice(0, PAGES).map(([at]) => at);
  };
}

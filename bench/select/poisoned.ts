import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Method } from './baselines.ts';
import type { NewsPage } from './news-questions.ts';

/** A question with five texts somebody wrote to have it answered wrongly (PoisonedRAG). */
type Poisoned = { readonly question: string; readonly adv_texts: readonly string[] };

const ROOMY = 2000;
/** What hosts put before a text they copy. */
const LEADS = ['', 'Update: ', 'As reported, ', 'Exclusive: ', 'Editor’s note: '];

/**
 * How many of five hosts get a word in, on average, that carry one and the same poisoned text, a lead of their own aside, and how many
 * of five with a text each; from `inject/poisonedrag_nq.json` of a data folder.
 */
export function measurePoisoned(folder: string, select: Method): { copies: number; versions: number } {
  const rows: Readonly<Record<string, Poisoned>> = JSON.parse(
    readFileSync(join(folder, 'inject', 'poisonedrag_nq.json'), 'utf8'),
  );
  const kept = (texts: (row: Poisoned) => readonly string[]) =>
    mean(Object.values(rows).map((row) => countKept(select, row.question, texts(row))));
  return {
    copies: kept(({ adv_texts }) => LEADS.map((lead) => lead + (adv_texts[0] ?? ''))),
    versions: kept(({ adv_texts }) => adv_texts),
  };
}

function countKept(select: Method, question: string, texts: readonly string[]): number {
  const pages = texts.map((text, at): NewsPage => ({ url: `https://${at}.example/`, title: '', text }));
  return select(question, pages, ROOMY).filter(({ text }) => text.replace(/^: /, '') !== '').length;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

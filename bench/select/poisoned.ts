import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Method } from './baselines.ts';
import type { SetPage } from './question-set.ts';

/** A question with five texts that were written to cause a wrong answer (PoisonedRAG). */
type Poisoned = { readonly question: string; readonly adv_texts: readonly string[] };

const ROOMY = 2000;
/** The text that hosts put before a text that they copy. */
const LEADS = ['', 'Update: ', 'As reported, ', 'Exclusive: ', 'Editor’s note: '];

/**
 * The average number of five hosts that get into the context if all have the same poisoned text after a
 * beginning of their own, and if each has a different one; from `inject/poisonedrag_nq.json` of a data
 * folder.
 */
export async function measurePoisoned(
  folder: string,
  select: Method,
): Promise<{ copies: number; versions: number }> {
  const rows: Readonly<Record<string, Poisoned>> = JSON.parse(
    readFileSync(join(folder, 'inject', 'poisonedrag_nq.json'), 'utf8'),
  );
  const kept = async (texts: (row: Poisoned) => readonly string[]) => {
    const counts: number[] = [];
    for (const row of Object.values(rows)) counts.push(await countKept(select, row.question, texts(row)));
    return mean(counts);
  };
  return {
    copies: await kept(({ adv_texts }) => LEADS.map((lead) => lead + (adv_texts[0] ?? ''))),
    versions: await kept(({ adv_texts }) => adv_texts),
  };
}

async function countKept(select: Method, question: string, texts: readonly string[]): Promise<number> {
  const pages = texts.map((text, at): SetPage => ({ url: `https://${at}.example/`, title: '', text }));
  const rest = { id: question, lang: 'en', answers: [], choices: [], support: [] };
  const segments = await select({ ...rest, question, pages }, ROOMY);
  return segments.filter(({ text }) => text.replace(/^: /, '') !== '').length;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

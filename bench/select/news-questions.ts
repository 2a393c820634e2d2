import { readJsonLines } from './json-lines.ts';

/** A search engine's result for a news question in the week it was asked. */
export type NewsPage = { readonly url: string; readonly title: string; readonly text: string };

/** A question from a news quiz, with the pages found for it (RealTimeQA). */
export type NewsQuestion = {
  readonly id: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly answer: string;
  /** In the engine's order. */
  readonly pages: readonly NewsPage[];
};

/** The news questions of a data folder: `rtqa/*.jsonl.gz`. */
export function readNewsQuestions(folder: string): NewsQuestion[] {
  return readJsonLines<NewsQuestion>(folder, 'rtqa');
}

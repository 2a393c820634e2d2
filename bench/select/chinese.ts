import { readJsonLines } from './json-lines.ts';
import type { NewsPage } from './news-questions.ts';

/** A Chinese question with search snippets (RGB zh_refine), in an order without meaning. */
export type ChineseQuestion = {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly pages: readonly NewsPage[];
};

type Row = {
  readonly id: number;
  readonly query: string;
  readonly answer: readonly (string | readonly string[])[];
  readonly positive: readonly string[];
  readonly negative: readonly string[];
};

const MOST_POSITIVE = 3;
const MOST_NEGATIVE = 12;
const LEAST_SNIPPETS = 6;

/**
 * The Chinese questions of a data folder (`rgb/zh*.jsonl.gz`) that have at least six snippets, one of which
 * contains the answer.
 */
export function readChineseQuestions(folder: string): ChineseQuestion[] {
  return readJsonLines<Row>(folder, 'rgb', 'zh')
    .map(toQuestion)
    .filter(({ pages, answers }) => {
      return pages.length >= LEAST_SNIPPETS && pages.some(({ text }) => saysOneOf(text, answers));
    });
}

/** Whether a text contains one of the answers, ignoring spaces and commas. */
export function saysOneOf(text: string, answers: readonly string[]): boolean {
  return answers.some((answer) => bare(text).includes(bare(answer)));
}

function toQuestion({ id, query, answer, positive, negative }: Row): ChineseQuestion {
  const texts = [...positive.slice(0, MOST_POSITIVE), ...negative.slice(0, MOST_NEGATIVE)];
  const pages = texts
    .map((text, at) => ({
      url: `https://snippet.example/${id}/${at}`,
      title: '',
      text,
      order: shuffle(query + at),
    }))
    .sort((a, b) => a.order - b.order);
  return { id: `zh-${id}`, question: query, answers: answer.flat(), pages };
}

function bare(text: string): string {
  return text.replace(/[\s,，]/g, '').toLowerCase();
}

/** A number from 0 to 1 that depends only on the text: FNV-1a with a final mix. */
function shuffle(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

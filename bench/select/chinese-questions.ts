import { readJsonLines } from './json-lines.ts';
import { squeeze } from './plain-words.ts';
import type { SetQuestion } from './question-set.ts';

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
 * The Chinese questions of a data folder (RGB, `rgb/zh*.jsonl.gz`) that have at least six search snippets,
 * one of which contains the answer. The snippets are in an order without meaning.
 */
export function readChineseQuestions(folder: string): SetQuestion[] {
  return readJsonLines<Row>(folder, 'rgb', 'zh')
    .map(toQuestion)
    .filter(({ pages, answers }) => {
      const holdsAnswer = (text: string) => answers.some((answer) => squeeze(text).includes(squeeze(answer)));
      return pages.length >= LEAST_SNIPPETS && pages.some(({ text }) => holdsAnswer(text));
    });
}

function toQuestion({ id, query, answer, positive, negative }: Row): SetQuestion {
  const texts = [...positive.slice(0, MOST_POSITIVE), ...negative.slice(0, MOST_NEGATIVE)];
  const pages = texts
    .map((text, at) => ({
      url: `https://snippet.example/${id}/${at}`,
      title: '',
      text,
      order: shuffle(query + at),
    }))
    .sort((a, b) => a.order - b.order);
  const answers = answer.flat();
  return { id: `zh-${id}`, lang: 'zh', question: query, answers, choices: [], support: [], pages };
}

/** A number from 0 to 1 that depends only on the text: FNV-1a with a final mix. */
function shuffle(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

import { readArticle } from '@sayso/article';
import { answerInstantly } from '@sayso/instant';
import { readMarkdown } from '@sayso/markdown/read-markdown.ts';
import { selectPassages } from '@sayso/passages';
import { toSpeech } from '@sayso/speech';
import { judgeAnswer } from '@sayso/verdicts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, PAGE, PAGE_TEXT, QUESTION } from '../limits.ts';

const place = 'loop';
const STATEMENT = 'The axolotl lives in Mexico and weighs 300 grams [1].';

/** The entry points for other programs. */
export const exportedEntries: readonly Entry[] = [
  { name: 'packages/speech/index.ts toSpeech', maxChars: ANSWER, place, run: (text) => toSpeech(text) },
  {
    name: 'packages/article/index.ts readArticle',
    maxChars: PAGE,
    place: 'thread',
    run: (text) => readArticle(text),
  },
  {
    name: 'packages/passages/index.ts selectPassages',
    maxChars: PAGE_TEXT,
    place,
    run: (text) =>
      selectPassages(text.slice(0, QUESTION), [{ url: 'https://a.example/', title: text, text }]),
  },
  {
    name: 'packages/verdicts/judge-answer.ts judgeAnswer',
    maxChars: CONTEXT,
    place,
    run: (text) => [
      judgeAnswer(STATEMENT, [{ text }]),
      judgeAnswer(text.slice(0, ANSWER), [{ text: STATEMENT }]),
    ],
  },
  {
    name: 'packages/instant/index.ts answerInstantly',
    maxChars: QUESTION,
    place,
    run: (text) => answerInstantly(text),
  },
  {
    name: 'packages/markdown/read-markdown.ts readMarkdown',
    maxChars: ANSWER,
    place,
    run: (text) => readMarkdown(text, { sources: [{ url: 'https://a.example/' }] }),
  },
];

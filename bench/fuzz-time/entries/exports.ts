import { readArticle } from '../../../src/exports/article.ts';
import { answerInstantly } from '../../../src/exports/instant.ts';
import { readMarkdown } from '../../../src/exports/markdown.ts';
import { selectPassages } from '../../../src/exports/passages.ts';
import { toSpeech } from '../../../src/exports/speech.ts';
import { judgeAnswer } from '../../../src/exports/verdicts.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, PAGE, PAGE_TEXT, QUESTION } from '../limits.ts';

const place = 'loop';
const STATEMENT = 'The axolotl lives in Mexico and weighs 300 grams [1].';

/** The entry points for other programs. */
export const exportedEntries: readonly Entry[] = [
  { name: 'exports/speech.ts toSpeech', maxChars: ANSWER, place, run: (text) => toSpeech(text) },
  {
    name: 'exports/article.ts readArticle',
    maxChars: PAGE,
    place: 'thread',
    run: (text) => readArticle(text),
  },
  {
    name: 'exports/passages.ts selectPassages',
    maxChars: PAGE_TEXT,
    place,
    run: (text) =>
      selectPassages(text.slice(0, QUESTION), [{ url: 'https://a.example/', title: text, text }]),
  },
  {
    name: 'exports/verdicts.ts judgeAnswer',
    maxChars: CONTEXT,
    place,
    run: (text) => [
      judgeAnswer(STATEMENT, [{ text }]),
      judgeAnswer(text.slice(0, ANSWER), [{ text: STATEMENT }]),
    ],
  },
  {
    name: 'exports/instant.ts answerInstantly',
    maxChars: QUESTION,
    place,
    run: (text) => answerInstantly(text),
  },
  {
    name: 'exports/markdown.ts readMarkdown',
    maxChars: ANSWER,
    place,
    run: (text) => readMarkdown(text, { sources: [{ url: 'https://a.example/' }] }),
  },
];

import { readArticle } from '../../../src/lib/article/index.ts';
import { answerInstantly } from '../../../src/lib/instant/index.ts';
import { readMarkdown } from '../../../src/lib/markdown/read-markdown.ts';
import { selectPassages } from '../../../src/lib/passages/index.ts';
import { toSpeech } from '../../../src/lib/speech/index.ts';
import { judgeAnswer } from '../../../src/package/verdicts.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, PAGE, PAGE_TEXT, QUESTION } from '../limits.ts';

const place = 'loop';
const STATEMENT = 'The axolotl lives in Mexico and weighs 300 grams [1].';

/** The entry points for other programs. */
export const exportedEntries: readonly Entry[] = [
  { name: 'lib/speech/index.ts toSpeech', maxChars: ANSWER, place, run: (text) => toSpeech(text) },
  {
    name: 'lib/article/index.ts readArticle',
    maxChars: PAGE,
    place: 'thread',
    run: (text) => readArticle(text),
  },
  {
    name: 'lib/passages/index.ts selectPassages',
    maxChars: PAGE_TEXT,
    place,
    run: (text) =>
      selectPassages(text.slice(0, QUESTION), [{ url: 'https://a.example/', title: text, text }]),
  },
  {
    name: 'package/verdicts.ts judgeAnswer',
    maxChars: CONTEXT,
    place,
    run: (text) => [
      judgeAnswer(STATEMENT, [{ text }]),
      judgeAnswer(text.slice(0, ANSWER), [{ text: STATEMENT }]),
    ],
  },
  {
    name: 'lib/instant/index.ts answerInstantly',
    maxChars: QUESTION,
    place,
    run: (text) => answerInstantly(text),
  },
  {
    name: 'lib/markdown/read-markdown.ts readMarkdown',
    maxChars: ANSWER,
    place,
    run: (text) => readMarkdown(text, { sources: [{ url: 'https://a.example/' }] }),
  },
];

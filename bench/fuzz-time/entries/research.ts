import { bridgeQueries, splitQuestion, toQueries } from '../../../src/write/researcher.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, QUESTION } from '../limits.ts';
import { PLAIN, sourcesOf } from '../subjects.ts';

const place = 'loop';

/** The code that decides on the searches of a deep answer. */
export const researchEntries: readonly Entry[] = [
  {
    name: 'write/researcher.ts splitQuestion',
    maxChars: QUESTION,
    place,
    run: (text) => splitQuestion(text),
  },
  {
    name: 'write/researcher.ts bridgeQueries',
    maxChars: CONTEXT,
    place,
    run: (text) => bridgeQueries({ question: PLAIN, sources: sourcesOf(text) }, 7),
  },
  {
    name: 'write/researcher.ts toQueries',
    maxChars: ANSWER,
    place,
    run: (text) => toQueries(text, PLAIN),
  },
];

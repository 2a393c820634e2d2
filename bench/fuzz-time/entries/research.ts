import { bridgeQueries } from '../../../src/write/research/bridge-queries.ts';
import { splitQuestion, toQueries } from '../../../src/write/research/create-researcher.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, QUESTION } from '../limits.ts';
import { PLAIN, sourcesOf } from '../subjects.ts';

const place = 'loop';

/** The code that decides on the searches of a deep answer. */
export const researchEntries: readonly Entry[] = [
  {
    name: 'write/research/create-researcher.ts splitQuestion',
    maxChars: QUESTION,
    place,
    run: (text) => splitQuestion(text),
  },
  {
    name: 'write/research/bridge-queries.ts bridgeQueries',
    maxChars: CONTEXT,
    place,
    run: (text) => bridgeQueries({ question: PLAIN, sources: sourcesOf(text) }, 7),
  },
  {
    name: 'write/research/create-researcher.ts toQueries',
    maxChars: ANSWER,
    place,
    run: (text) => toQueries(text, PLAIN),
  },
];

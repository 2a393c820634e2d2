import { dialectOf } from '../../../src/faces/search-apis/dialect.ts';
import { fieldsOf, needed } from '../../../src/faces/search-apis/fields.ts';
import { toCountryCode, toHosts } from '../../../src/faces/search-apis/scope.ts';
import type { Entry } from '../entry.ts';

const place = 'loop';
const BODY = 200_000;

/** The code that reads requests in the formats of other search services. */
export const searchApiEntries: readonly Entry[] = [
  {
    name: 'faces/search-apis/dialect.ts dialectOf',
    maxChars: BODY,
    place,
    run: (text) =>
      dialectOf({ method: 'POST', url: `/search?${text}`, headers: { 'user-agent': text }, body: {} }),
  },
  {
    name: 'faces/search-apis/fields.ts fieldsOf',
    maxChars: BODY,
    place,
    run: (text) => fieldsOf({ text }).texts('text'),
  },
  {
    name: 'faces/search-apis/fields.ts needed',
    maxChars: BODY,
    place,
    run: (text) => needed(fieldsOf({ text }), 'text'),
  },
  { name: 'faces/search-apis/scope.ts toHosts', maxChars: BODY, place, run: (text) => toHosts([text]) },
  { name: 'faces/search-apis/scope.ts toCountryCode', maxChars: BODY, place, run: toCountryCode },
];

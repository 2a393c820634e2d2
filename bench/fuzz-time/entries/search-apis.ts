import { dialectOf } from '../../../src/interfaces/search-apis/dialect.ts';
import { fieldsOf, needed } from '../../../src/interfaces/search-apis/fields.ts';
import { toCountryCode, toHosts } from '../../../src/interfaces/search-apis/scope.ts';
import type { Entry } from '../entry.ts';

const place = 'loop';
const BODY = 200_000;

/** The code that reads requests in the formats of other search services. */
export const searchApiEntries: readonly Entry[] = [
  {
    name: 'interfaces/search-apis/dialect.ts dialectOf',
    maxChars: BODY,
    place,
    run: (text) =>
      dialectOf({ method: 'POST', url: `/search?${text}`, headers: { 'user-agent': text }, body: {} }),
  },
  {
    name: 'interfaces/search-apis/fields.ts fieldsOf',
    maxChars: BODY,
    place,
    run: (text) => fieldsOf({ text }).texts('text'),
  },
  {
    name: 'interfaces/search-apis/fields.ts needed',
    maxChars: BODY,
    place,
    run: (text) => needed(fieldsOf({ text }), 'text'),
  },
  { name: 'interfaces/search-apis/scope.ts toHosts', maxChars: BODY, place, run: (text) => toHosts([text]) },
  { name: 'interfaces/search-apis/scope.ts toCountryCode', maxChars: BODY, place, run: toCountryCode },
];

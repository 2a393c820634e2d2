import { Fields } from '../../../src/interfaces/search-apis/fields.ts';
import { readScope, toCountryCode } from '../../../src/interfaces/search-apis/scope.ts';
import type { Entry } from '../entry.ts';

const place = 'loop';
const BODY = 200_000;

/** The code that reads requests in the formats of other search services. */
export const searchApiEntries: readonly Entry[] = [
  {
    name: 'interfaces/search-apis/fields.ts Fields',
    maxChars: BODY,
    place,
    run: (text) => new Fields({ text }).texts('text'),
  },
  {
    name: 'interfaces/search-apis/scope.ts readScope',
    maxChars: BODY,
    place,
    run: (text) => readScope(new Fields({ text }), { language: 'text', only: 'text' }),
  },
  { name: 'interfaces/search-apis/scope.ts toCountryCode', maxChars: BODY, place, run: toCountryCode },
];

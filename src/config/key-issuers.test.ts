import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSearchService } from '../core/search-services.ts';
import issuers from './key-issuers.json' with { type: 'json' };

test('every issuer whose keys can search names a search service that Sayso knows', () => {
  const kinds = issuers.flatMap(({ asSearch }) => asSearch ?? []);
  assert.ok(kinds.length > 0);
  assert.deepEqual(
    kinds.filter((kind) => !isSearchService(kind)),
    [],
  );
});

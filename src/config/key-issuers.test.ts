import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointOf } from '../search/engines/registry.ts';
import foreign from './foreign-names.json' with { type: 'json' };
import issuers from './key-issuers.json' with { type: 'json' };

test('the keys and foreign settings that can search belong to search services that Sayso knows', () => {
  const kinds = [
    ...issuers.flatMap(({ asSearch }) => asSearch ?? []),
    ...foreign.flatMap(({ service }) => service ?? []),
  ];
  assert.ok(kinds.length > 0);
  assert.deepEqual(
    kinds.filter((kind) => endpointOf(kind) === undefined),
    [],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinkSigner } from './documents.ts';

const HOUR_MS = 3_600_000;

test('a signed link opens its own document for a day, and no other document', async () => {
  let nowMs = 1_000 * HOUR_MS + 1;
  const signer = await createLinkSigner(['key'], () => nowMs);
  const query = new URLSearchParams(signer.sign('primary/a.md'));
  assert.ok(signer.isValid('primary/a.md', query));
  assert.ok(!signer.isValid('primary/b.md', query));
  nowMs += 24 * HOUR_MS;
  assert.ok(signer.isValid('primary/a.md', query));
  nowMs += HOUR_MS;
  assert.ok(!signer.isValid('primary/a.md', query));
});

test('links of the same hour are equal, and those of the next differ', async () => {
  let nowMs = 1_000 * HOUR_MS + 1;
  const signer = await createLinkSigner(['key'], () => nowMs);
  const link = signer.sign('a');
  assert.match(link, new RegExp(`^until=${1_025 * 3600}&signature=[\\w-]{43}$`));
  nowMs = 1_001 * HOUR_MS;
  assert.equal(signer.sign('a'), link);
  nowMs++;
  assert.notEqual(signer.sign('a'), link);
});

test('a link cannot be extended or forged, and expires when the keys change', async () => {
  const signer = await createLinkSigner(['key', 'other']);
  const query = new URLSearchParams(signer.sign('a'));
  const later = new URLSearchParams(query);
  later.set('until', '99999999999');
  for (const forged of [later, new URLSearchParams(), new URLSearchParams('until=99999999999&signature=')])
    assert.ok(!signer.isValid('a', forged));
  assert.ok((await createLinkSigner(['other', 'key'])).isValid('a', query));
  assert.ok(!(await createLinkSigner(['key'])).isValid('a', query));
});

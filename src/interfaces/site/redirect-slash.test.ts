import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectTrailingSlash } from './site.ts';

/** The status and the address to which a browser is sent; null if it stays. */
async function redirected(originalUrl: string, url = originalUrl) {
  let sent: unknown = null;
  const redirect = (address: string, status: number) => {
    sent = [status, address];
  };
  await redirectTrailingSlash({ originalUrl, url }, { redirect } as unknown as Parameters<
    typeof redirectTrailingSlash
  >[1]);
  return sent;
}

test('an address with a slash at its end leads to the one without, with its whole query string', async () => {
  assert.deepEqual(await redirected('/search/', '/search'), [308, '../search']);
  assert.deepEqual(await redirected('/search/?q=a?b&c=/', '/search?q=a?b&c=/'), [308, '../search?q=a?b&c=/']);
  assert.deepEqual(await redirected('/below/search/', '/below/search'), [308, '../search']);
});

test('the page itself, and every address without a slash at its end, stays', async () => {
  for (const url of ['/', '/?q=a', '/search', '/search?q=/', '/a/b?c'])
    assert.equal(await redirected(url), null, url);
  assert.equal(await redirected('//', '/'), null);
});

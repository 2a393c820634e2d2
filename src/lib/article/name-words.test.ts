import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameReader } from './name-words.ts';

test('finds words in names of any style', () => {
  const read = createNameReader();
  const footer = read('footer', undefined);
  for (const name of ['siteFooter', 'c-footer__inner', 'footers', 'FOOTER'])
    assert.equal(read(name, undefined), footer, name);
  assert.equal(read('x1 y2', 'z'), 0);
  assert.equal(read('footer', 'reviews'), read(undefined, 'reviews') | footer);
});

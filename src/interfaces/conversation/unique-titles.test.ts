import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uniqueTitles } from './written-text.ts';

test('titles become different from each other, and none is empty', () => {
  const home = (url: string, title = 'Home') => ({ title, url });
  assert.deepEqual(
    uniqueTitles([
      home('https://a.example/'),
      home('https://b.example/'),
      home('https://b.example/2'),
      home('https://c.example/', 'Home (b.example)'),
      home('https://d.example/', ' '),
    ]),
    ['Home', 'Home (b.example)', 'Home (b.example 2)', 'Home (b.example) (c.example)', 'https://d.example/'],
  );
});

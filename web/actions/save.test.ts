import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../state/messages.ts';
import { emptyExchange } from '../state/state.ts';
import { copyText, replaceCitations, toBibtex, toRis } from './save.ts';

const source = {
  index: 2,
  title: 'Logs & {recovery}\nat 50 %',
  url: 'https://db.test/wal?a={b}&c=d_e',
  snippet: '',
  icon: '',
  site: 'Notes',
  author: 'A. Writer',
  date: '2024-05-12T08:00:00Z',
  read: '2025-01-02T03:04:05Z',
};

test('an entry of BibTeX survives every sign in a title and an address', () => {
  assert.equal(
    toBibtex([source]),
    `@online{db-test-2,
  title = {{Logs \\& \\{recovery\\} at 50 \\%}},
  author = {{A. Writer}},
  organization = {Notes},
  date = {2024-05-12},
  url = {https://db.test/wal?a=%7Bb%7D&c=d_e},
  urldate = {2025-01-02},
}
`,
  );
});

test('an entry of RIS has one line for each field, whatever a title contains', () => {
  const lines = toRis([{ ...source, title: 'A\r\nER  - \r\nB' }]).split('\r\n');
  assert.deepEqual(lines, [
    ...['TY  - ELEC', 'TI  - A ER - B', 'AU  - A. Writer', 'T2  - Notes', 'DA  - 2024/05/12'],
    ...['UR  - https://db.test/wal?a={b}&c=d_e', 'Y2  - 2025/01/02', 'ER  - ', ''],
  ]);
});

test('citations are left out, and brackets in code, links and notes stay', () => {
  assert.equal(
    replaceCitations('A [1][12]. `a[1]` [1](b)\n\n```\nb[2]\n```\n[3]: c', () => ''),
    'A. `a[1]` [1](b)\n\n```\nb[2]\n```\n[3]: c',
  );
});

test('a copied answer has the numbers of the page, in the order of their first mention', () => {
  const sources = [1, 2, 3].map((index) => ({ ...source, index, title: `T${index}`, url: '' }));
  const answer = { ...readAnswer({ answer: 'A [3][1]. `[3]`' }), sources };
  const text = copyText({ ...emptyExchange, question: 'Q', answer, sources, citations: [[3, 1]] });
  assert.equal(text, '# Q\n\nA [1][2]. `[3]`\n\n[1] T3\n[2] T1\n');
});

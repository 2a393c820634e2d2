import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchWords } from './search-words.ts';

const filler = 'We met in the old service and talked about many other things for a long time. ';

test('a short question is searched as it is, blanks included', () => {
  assert.equal(searchWords(' Who wrote Hamlet? '), ' Who wrote Hamlet? ');
});

test('a long message is searched with its question and the names in it, wherever they stand', () => {
  const pasted = `${filler.repeat(30)}The firm Aurubis sued Vattenfall in Hamburg. ${filler.repeat(200)}`;
  for (const text of [`${pasted}\nWho won the case?`, `Who won the case?\n\n${pasted}`]) {
    const words = searchWords(text);
    assert.match(words, /^Who won the case\? /);
    for (const name of ['Aurubis', 'Vattenfall', 'Hamburg']) assert.ok(words.includes(name), name);
    assert.ok(words.length < 400);
  }
});

test('without a question, the first sentence is searched', () => {
  assert.match(
    searchWords(`Find the newest law about cellars. ${filler.repeat(20)}`),
    /^Find the newest law/,
  );
});

test('a question before a pasted text is searched for, although the text ends with another one', () => {
  const pasted = 'The court heard the parties in spring and the clerk wrote it down. '.repeat(20);
  const query = searchWords(`Who won the case of the harbour tariff? ${pasted}Any questions?`);
  assert.match(query, /Who won the case of the harbour tariff/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toConversation, toMessage } from './conversation.ts';

const messages = (...all: readonly (readonly [string, string])[]) =>
  all.map(([role, text]) => ({ role, text }));

test('the last message of the user is the question, the pairs before it are the history', () => {
  const given = messages(
    ['user', 'A?'],
    ['assistant', 'a'],
    ['user', 'C?'],
    ['assistant', 'c'],
    ['user', 'D?'],
  );
  assert.deepEqual(toConversation(given), {
    text: 'D?',
    isUnreadable: false,
    history: [
      { question: 'A?', answer: 'a' },
      { question: 'C?', answer: 'c' },
    ],
    style: '',
    sent: { system: '', turns: given.slice(0, 4) },
  });
});

test('messages of the same side that follow each other are one, whatever is between them', () => {
  const given = messages(
    ['user', 'The file says: 42.'],
    ['system', 'Be brief.'],
    ['user', 'What does it say?'],
    ['assistant', ''],
    ['tool', 'found'],
    ['assistant', '42'],
    ['assistant', 'as you know'],
    ['user', 'I am in Rome.'],
    ['user', ' '],
    ['user', 'Where am I?'],
  );
  assert.deepEqual(toConversation(given), {
    text: 'I am in Rome.\nWhere am I?',
    isUnreadable: false,
    history: [{ question: 'The file says: 42.\nWhat does it say?', answer: '42\nas you know' }],
    style: 'Be brief.',
    sent: {
      system: 'Be brief.',
      turns: messages(['user', 'The file says: 42.\nWhat does it say?'], ['assistant', '42\nas you know']),
    },
  });
  const image = { role: 'user', text: '', isUnreadable: true };
  assert.equal(toConversation([image, ...messages(['user', 'What is it?'])]).isUnreadable, false);
  assert.equal(toConversation([image, image]).isUnreadable, true);
});

test('an unfinished answer at the end, a greeting at the start and tool messages do not count', () => {
  const given = messages(['assistant', 'Hello!'], ['user', 'A?'], ['tool', '42'], ['assistant', 'It is']);
  const sent = { system: '', turns: messages(['assistant', 'Hello!']) };
  assert.deepEqual(toConversation(given), { text: 'A?', isUnreadable: false, history: [], style: '', sent });
  assert.equal(toConversation(messages(['assistant', 'Hello!'])).text, '');
  assert.equal(toConversation([]).text, '');
});

test('system and developer messages are requests for the style, however many there are', () => {
  const { style } = toConversation(
    messages(['system', ' Be brief. '], ['user', 'A?'], ['developer', 'Be kind.']),
  );
  assert.equal(style, 'Be brief.\nBe kind.');
});

test('five exchanges are kept, those of an earlier response before new ones, each bounded', () => {
  const before = Array.from({ length: 4 }, (_, at) => ({ question: `${at}`, answer: 'x'.repeat(9000) }));
  const { history } = toConversation(
    messages(['user', 'A?'], ['assistant', 'a'], ['user', 'B?'], ['assistant', 'b'], ['user', 'C?']),
    before,
  );
  assert.deepEqual(
    history.map(({ question }) => question),
    ['1', '2', '3', 'A?', 'B?'],
  );
  assert.equal(history[0]?.answer.length, 4000);
});

test('an earlier question has at most 2,000 characters: its beginning and its last 500', () => {
  const historyOf = (question: string) =>
    toConversation(messages(['user', question], ['assistant', 'a'], ['user', 'B?'])).history[0]?.question;
  const fits = 'x'.repeat(2000);
  assert.equal(historyOf(fits), fits);
  const long = `${'a'.repeat(1499)}b${'c'.repeat(500)}d${'e'.repeat(499)}`;
  assert.equal(historyOf(long), `${'a'.repeat(1499)}\nd${'e'.repeat(499)}`);
  assert.equal(historyOf(`${fits}👍${'e'.repeat(499)}`)?.isWellFormed(), true);
});

test('the text of a message is that of its parts, and a message with other parts alone is unreadable', () => {
  const image = { type: 'image_url' };
  assert.deepEqual(toMessage('user', 'A?'), { role: 'user', text: 'A?' });
  for (const nothing of [null, undefined])
    assert.deepEqual(toMessage('user', nothing), { role: 'user', text: '' });
  const read = (...parts: { type?: string; text?: string | null }[]) => toMessage('user', parts);
  assert.deepEqual(read({ type: 'text', text: 'A' }, image, { text: 'B' }), {
    ...{ role: 'user', text: 'A\nB', isUnreadable: false },
  });
  for (const parts of [[image], [{ type: 'file', text: null }, image], [{ text: ' ' }, image]])
    assert.equal(read(...parts).isUnreadable, true, JSON.stringify(parts));
  for (const parts of [[], [{ text: ' ' }], [{ text: null }], [{}]])
    assert.equal(read(...parts).isUnreadable, false, JSON.stringify(parts));
});

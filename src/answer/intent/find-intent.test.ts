import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, foundIntent, HALVES, isRight, readCases } from '../../../bench/tasks/measure-tasks.ts';
import { findIntent } from './find-intent.ts';

const MIN_NOT_SEARCHED = 0.98;
const MIN_SEARCHED = 0.99;

const shareRight = (cases: readonly Case[]) => cases.filter(isRight).length / cases.length;
const first = { history: [], system: '', isChat: true };

test('98 % of the tasks of each half of the test set are not searched, and 99 % of the questions are', () => {
  for (const half of HALVES) {
    const cases = readCases(half);
    const questions = cases.filter(({ want }) => want === 'search');
    const others = cases.filter(({ want }) => want !== 'search');
    assert.ok(others.length >= 100 && questions.length >= 180, half);
    assert.ok(shareRight(others) >= MIN_NOT_SEARCHED, half);
    assert.ok(shareRight(questions) >= MIN_SEARCHED, half);
    const exact = others.filter((one) => foundIntent(one) === one.want).length;
    assert.ok(exact / others.length >= MIN_NOT_SEARCHED, half);
  }
});

/** Messages of the test set that are known to be misread. */
const MISREAD: readonly string[] = [
  'You are a helpful assistant. Summarize the conversation so far in a single sentence.',
  'und auf Italienisch?',
  'Make it rhyme: roses are red, the sky is grey',
];

test('every message of the test set gets its intent, except those that are known as misread', () => {
  const misread = HALVES.flatMap(readCases).filter((one) => foundIntent(one) !== one.want);
  assert.deepEqual(
    misread.map(({ text }) => text),
    MISREAD,
  );
});

test('a test of the connection is small talk in a chat, and a search elsewhere', () => {
  for (const text of ['test', 'ping', 'Reply with OK', 'テスト'])
    for (const isChat of [true, false])
      assert.equal(findIntent({ ...first, text, isChat }), isChat ? 'talk' : 'search', text);
});

test('without a previous answer, a wish for another form is a search', () => {
  assert.equal(findIntent({ ...first, text: 'make it shorter' }), 'search');
  const history = [{ question: 'What is an axolotl?', answer: ' ' }];
  assert.equal(findIntent({ ...first, text: 'make it shorter', history }), 'search');
});

test('a colon divides an instruction from its text also without a blank behind it', () => {
  for (const text of [
    'translate:my salary is low',
    '翻译成中文：my salary is low',
    'Translate:https://a.example',
  ])
    assert.equal(findIntent({ ...first, text }), 'task', text);
  for (const text of [
    'https://a.example/b',
    'C++ std::vector',
    'error:timeout in nginx',
    'site:a.example axolotl',
  ])
    assert.equal(findIntent({ ...first, text }), 'search', text);
});

test('what follows a task continues it, and a question after a task is a question', () => {
  const history = [{ question: 'Translate to French: the service is old', answer: 'la maison est vieille' }];
  assert.equal(findIntent({ ...first, text: 'and in Spanish?', history }), 'answer');
  assert.equal(findIntent({ ...first, text: 'and who wrote Hamlet?', history }), 'search');
  const wanted = 'and in Spanish';
  assert.equal(findIntent({ ...first, text: wanted.padEnd(60, '?'), history }), 'answer');
  assert.equal(findIntent({ ...first, text: wanted.padEnd(61, '?'), history }), 'search');
  const asked = [{ question: 'Who wrote Hamlet?', answer: 'Shakespeare [1].' }];
  assert.equal(findIntent({ ...first, text: 'and in Spanish?', history: asked }), 'search');
});

test('instructions of a program decide only if they are about every message', () => {
  const text = 'What is an axolotl?';
  for (const system of [
    'Translate the user input into German.',
    'You generate a title from the first message.',
  ])
    assert.equal(findIntent({ ...first, text, system }), 'task', system);
  for (const system of ['You are a helpful assistant.', 'Answer in German, with a title.', 'Be brief.'])
    assert.equal(findIntent({ ...first, text, system }), 'search', system);
});

test('instructions of a program decide by their first 250 characters, if they have at most 2000', () => {
  const text = 'What is an axolotl?';
  const [input, title] = ['Translate the user input', 'Generate a title for the chat'];
  for (const [task, other] of [
    [input.padEnd(2000), input.padEnd(2001)],
    [input.padStart(250), input.padStart(251)],
    [title.padStart(250), title.padStart(251)],
    [input, 'Translate the moon'],
    [input, 'Like the user input'],
  ] as const) {
    assert.equal(findIntent({ ...first, text, system: task }), 'task', task.trim());
    assert.equal(findIntent({ ...first, text, system: other }), 'search', other.trim());
  }
});

test('a task that a program made is known by the first and the last 400 characters of the message', () => {
  const [title, moons] = ['Generate a title for the chat', ' moon'.repeat(200)];
  for (const [task, other] of [
    [`${title.padStart(400)}${moons}`, `${title.padStart(401)}${moons}`],
    [`${moons} ${title.padEnd(400, '.')}`, `${moons} ${title.padEnd(401, '.')}`],
    [title, 'Generate a title for the moon'],
    [title, 'Generate it for the chat'],
    [title, 'Like a title for the chat'],
    [' \n### Task: moon', 'The ### Task: moon'],
    [`<Chat_History>${moons}`, `${moons}<chat_history>${moons}`],
    [`${moons}<chat_history>`, `${moons}<chats>`],
  ] as const) {
    assert.equal(findIntent({ ...first, text: task }), 'task', task.trim());
    assert.equal(findIntent({ ...first, text: other }), 'search', other.trim());
  }
});

const afterAnswer = {
  ...{ system: '', isChat: true },
  history: [{ question: 'What is an axolotl?', answer: 'A salamander from Mexico [1].' }],
};

test('a request for another form may have reasons around it, and words that no list knows', () => {
  for (const text of [
    'could u put that in a table',
    'My aunt reads only Spanish. Would you please put that into Spanish for her?',
    'too long, just the dates',
    'Das war sehr nett. Könnten Sie mir das als kleine Tabelle geben, damit ich es drucken kann?',
    'Forgive me, but are you quite sure?',
  ])
    assert.equal(findIntent({ ...afterAnswer, text }), 'answer', text);
});

test('a request or doubt with more words of its own, or a longer one, is a search', () => {
  for (const [answered, searched] of [
    ['make it shorter'.padEnd(320, '!'), 'make it shorter'.padEnd(321, '!')],
    ['too long i only wanted to know the two dates', 'too long i only wanted to know the two dates there'],
    ['put that in a table with colours and margins', 'put that in a table with colours and wide margins'],
    ['make that shorter on all Mondays please', 'make that shorter on Mondays'],
    ['please give me a table of that rivers', 'please give me a table of rivers'],
    [
      'put that in a table for my aunt who lives by the sea',
      'put that in a table for my aunt who lives by the cold sea',
    ],
    ['The moon is hot, are you sure', 'Napoleon and his generals, sources'],
  ] as const) {
    assert.equal(findIntent({ ...afterAnswer, text: answered }), 'answer', answered);
    assert.equal(findIntent({ ...afterAnswer, text: searched }), 'search', searched);
  }
});

test('thanks in words of their own are talk, a title that begins with thanks is a search', () => {
  for (const text of ['that did it, thx', 'I found it at once. Thank you, you have been most patient.'])
    assert.equal(findIntent({ ...afterAnswer, text }), 'talk', text);
  for (const text of ['thank you for smoking cast', 'Thanks. How much does one cost?'])
    assert.equal(findIntent({ ...afterAnswer, text }), 'search', text);
});

test('a question that has such words, but asks something else, is a search', () => {
  for (const text of [
    'is that the same for kids?',
    'explain German cases',
    'is it correct to say "between you and I"',
    'is it true that Napoleon was short?',
    'how do I make a table of it in Word',
    'put it in a table. And what about Germany?',
    'put it in a table. And Germany?!',
    'According to sources, which spy balloon was shot down?',
  ])
    assert.equal(findIntent({ ...afterAnswer, text }), 'search', text);
});

test('polite questions for the origin of the answer are no search in ten languages', () => {
  const history = [{ question: 'How high is the tower?', answer: 'It is 330 m high [1].' }];
  for (const text of [
    'Could you tell me where you got that from?',
    'Woher haben Sie diese Zahl?',
    "D'où vient ce chiffre ?",
    '¿Podría decirme de dónde ha sacado ese dato?',
    'Da dove viene questa cifra?',
    'De onde tirou esse número?',
    'Waar heeft u dat vandaan?',
    'Откуда у вас эта информация?',
    'その情報の出典は何ですか？',
    '这个数据来自哪里？',
  ])
    assert.equal(findIntent({ ...first, text, history }), 'answer', text);
});

test('the polite Dutch "u" is not taken for the English "you"', () => {
  const history = [{ question: 'Hoe werkt een warmtepomp?', answer: 'Met een compressor [1].' }];
  const text = 'Zou u het nog eens in eenvoudige woorden willen uitleggen?';
  assert.equal(findIntent({ ...first, text, history }), 'answer');
});

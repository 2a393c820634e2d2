import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { ANSWER, eventsOf } from '../../test/support/fixed-answer.ts';
import { type ReceivedQuestion, toReceived } from '../../test/support/received-question.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { askCommand } from './ask.ts';

const { signal } = new AbortController();

type Given = {
  readonly answer?: Partial<Answer>;
  readonly before?: readonly AnswerEvent[];
  readonly isTerminal?: boolean;
};

/** The status of a command, what it printed on both streams, and what it asked. */
async function run(
  t: TestContext,
  args: readonly string[],
  { answer, before = [], isTerminal = false }: Given = {},
) {
  const questions: ReceivedQuestion[] = [];
  const printed = { out: '', err: '' };
  const terminal = { value: isTerminal, configurable: true };
  const had = [process.stderr, process.stdout].map((one) => Object.getOwnPropertyDescriptor(one, 'isTTY'));
  for (const one of [process.stderr, process.stdout]) Object.defineProperty(one, 'isTTY', terminal);
  const noting = (name: 'out' | 'err', end = '') => {
    return (text: string) => {
      printed[name] += text + end;
      return true;
    };
  };
  const write = process.stdout.write.bind(process.stdout);
  const note = noting('out');
  // The test runner reports with bytes.
  const out = t.mock.method(process.stdout, 'write', (text: string | Uint8Array) =>
    typeof text === 'string' ? note(text) : write(text),
  );
  const err = t.mock.method(process.stderr, 'write', noting('err'));
  const error = t.mock.method(console, 'error', noting('err', '\n'));
  try {
    const status = await askCommand(
      {
        args,
        deadlines: { quick: 1000, deep: 9000 },
        maxQueryChars: 20,
        async *ask({ question }) {
          questions.push(toReceived(question));
          yield* before;
          yield* eventsOf(answer);
        },
        caller: { name: '' },
      },
      signal,
    );
    return { status, ...printed, question: questions[0] };
  } finally {
    for (const one of [out, err, error]) one.mock.restore();
    for (const [at, one] of [process.stderr, process.stdout].entries()) {
      const before = had[at];
      if (before === undefined) Reflect.deleteProperty(one, 'isTTY');
      else Object.defineProperty(one, 'isTTY', before);
    }
  }
}

test('in a pipe the answer is Markdown and its sources, and nothing else', async (t) => {
  const { status, out, err, question } = await run(t, ['Is', 'it?']);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out, 'Yes [1].\n\n[1] A\n    https://a.example/\n');
  assert.deepEqual(
    [question?.text, question?.maxSources, question?.deadlineMs, question?.depth],
    ['Is it?', 10, 1000, undefined],
  );
  assert.equal((await run(t, ['Is it?'], { answer: { sources: [] } })).out, 'Yes [1].\n');
});

test('in a pipe no title or address is read as Markdown; a terminal shows them', async (t) => {
  const title = '![p](https://evil.example/p.png) *A*';
  const url = 'https://a.example/![p](https://evil.example/)';
  const sources = [{ index: 1, title, url, snippet: '', passages: [] }];
  const { out } = await run(t, ['Is it?'], { answer: { sources } });
  assert.equal(
    out,
    'Yes [1].\n\n[1] !\\[p\\](`https://evil.example/p.png`) \\*A\\*\n' +
      '    <https://a.example/![p](https://evil.example/)>\n',
  );
  const shown = await run(t, ['Is it?'], { answer: { sources }, isTerminal: true });
  assert.ok(stripVTControlCharacters(shown.out).includes(`${title}\n    ${url}`), shown.out);
});

test('as JSON the answer has the fields of the interface, also in a terminal', async (t) => {
  const error = 'It was cut.';
  for (const isTerminal of [false, true]) {
    const { out, err, status } = await run(t, ['--json', 'Is it?'], { answer: { error }, isTerminal });
    assert.deepEqual([status, err], [0, '']);
    assert.deepEqual(JSON.parse(out), {
      ...{ answer: 'Yes [1].', html_answer: ANSWER.html, speakable_text: 'Yes.' },
      sources: [{ index: 1, title: 'A', url: 'https://a.example/', snippet: 's' }],
      ...{ model: 'm', search_engine: 'engine_a', tokens_used: 7, error },
    });
  }
});

test('a terminal shows the progress, and at the end what the sources support', async (t) => {
  const before: AnswerEvent[] = [
    { type: 'plan', subQuestions: ['a', 'b'] },
    { type: 'gap', missing: [] },
    { type: 'gap', missing: ['c'] },
  ];
  const text = 'The tower is 330 metres tall';
  const passages = [{ text: `${text}.`, from: 0, to: text.length + 1 }];
  const sources = [{ index: 1, url: 'https://a.example/', title: 'A', snippet: 's', passages }];
  const answer = { text: `${text} [1].`, sources };
  const { out, err } = await run(t, ['Is it?'], { before, answer, isTerminal: true });
  assert.deepEqual(err.split('\r\u001b[K'), [
    '',
    'Searching…',
    'Searching for 2 parts of the question…',
    'Searching for missing facts…',
    'Writing from 1 sources…',
    '\nSentences found in the sources: 1 of 1\n',
  ]);
  assert.match(out, /330 metres/);
});

test('an answer with an error reports it, and an answer without text counts as none', async (t) => {
  const told = await run(t, ['Is it?'], { answer: { error: 'It was cut.\u001b' } });
  assert.deepEqual([told.status, told.err], [0, 'It was cut.\n']);
  const none = await run(t, ['Is it?'], { answer: { text: '', sources: [], error: 'No model.' } });
  assert.deepEqual(
    [none.status, none.err],
    [1, 'No model.\n`sayso doctor` says what is wrong and how to fix it.\n'],
  );
});

test('options limit the sources and the depth, and wrong ones are refused', async (t) => {
  const args = ['--deep', '-n', '3', '--site', 'a.example', '--site', 'b.example', '--not-site', 'c.example'];
  const form = ['--length', 'short', '--layout', 'list', '--prefer-site', 'd.example'];
  const { question } = await run(t, [...args, ...form, '--country', 'de', '--since', '2026-01-02', 'Is it?']);
  assert.deepEqual([question?.depth, question?.deadlineMs, question?.maxSources], ['deep', 9000, 3]);
  assert.deepEqual(
    [question?.scope.sites, question?.scope.country, question?.scope.since],
    [{ only: ['a.example', 'b.example'], never: ['c.example'], prefer: ['d.example'] }, 'DE', '2026-01-02'],
  );
  assert.deepEqual([question?.length, question?.layout], ['short', 'list']);
  for (const [wrong, message] of [
    [['-n', '0', 'x'], /--sources must be a whole number from 1 to 10/],
    [['-n', '11', 'x'], /--sources must be/],
    [['-n', '1.5', 'x'], /--sources must be/],
    [['x'.repeat(21)], /longer than 20 characters/],
    [['--country', 'xyz', 'x'], /--country/],
    [['--length', 'endless', 'x'], /--length must be one of short, normal, detailed/],
    [[' '], /sayso ask "your question"/],
    [['--wrong'], /sayso ask "your question"/],
  ] as const)
    await assert.rejects(run(t, wrong), message);
  assert.equal((await run(t, ['-n', '1', 'x'.repeat(20)])).status, 0);
});

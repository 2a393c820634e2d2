import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './messages.ts';
import { hasBody, noticeOf, outcomeOf } from './outcome.ts';
import { initialState, type State } from './state.ts';
import { reduce } from './store.ts';

const sources = [{ index: 1, title: 'A', url: 'https://a.test/', snippet: '' }];
const good = {
  answer: 'Yes [1].',
  html_answer: '<p>Yes</p>',
  sources,
  model: 'm',
  tokens_used: 9,
  error: null,
};

/** The state after an answer whose blocks cite these sources. */
function ended(changed: object, citations: readonly (readonly number[])[] = [[1]]): State {
  const { html_answer: html } = { ...good, ...changed };
  const begun = citations.reduce(
    (state, cited, index) => reduce(state, { type: 'block', index, html, citations: cited }),
    initialState,
  );
  return reduce(html === '' ? initialState : begun, {
    type: 'answered',
    answer: readAnswer({ ...good, ...changed }),
  });
}

/** What an answer has, the kind and the message of its notice, and whether it has a text besides. */
const NOTICES: readonly [
  name: string,
  state: State,
  kind: string | undefined,
  message: string,
  body: boolean,
][] = [
  ['a complete answer', ended({}), undefined, '', true],
  [
    'a calculation, which needs no sources',
    ended({ answer: '17% of 230 = **39.1**', sources: [], model: 'instant', tokens_used: 0 }),
    ...([undefined, '', true] as const),
  ],
  [
    'a service without a model',
    ended({
      answer: '',
      html_answer: '',
      model: '',
      tokens_used: 0,
      error: 'No model.',
      problem: 'unconfigured',
    }),
    ...(['unconfigured', 'No model.', false] as const),
  ],
  [
    'a model that failed',
    ended({ answer: 'The model said \\`no\\`.', error: 'The model said `no`.', problem: 'model-failed' }),
    ...(['model-failed', 'The model said `no`.', false] as const),
  ],
  [
    'an answer that was cut',
    ended({ error: 'Time ran out.', problem: 'cut-off' }),
    ...(['incomplete', 'Time ran out.', true] as const),
  ],
  [
    'nothing that was found',
    ended({ answer: 'Nothing was found.', sources: [], tokens_used: 0, problem: 'nothing-found' }),
    ...(['nothing-found', '', false] as const),
  ],
  [
    'nothing found after failures, in the language of the answer',
    ended({
      answer: 'Nichts gefunden. Dritte Suche: nicht erreichbar.',
      error: 'Some searches failed.',
      problem: 'nothing-found',
    }),
    ...(['nothing-found', 'Nichts gefunden. Dritte Suche: nicht erreichbar.', false] as const),
  ],
  ['an answer from memory', ended({ sources: [], problem: 'unsourced' }), 'unsourced', '', true],
  ['an answer that cites nothing', ended({}, [[], []]), 'unanswered', '', true],
  ['quotes below a title', ended({ model: 'extractive' }, [[], [1]]), undefined, '', true],
];

test('each lack of an answer has one notice', () => {
  for (const [name, state, kind, message, body] of NOTICES) {
    const notice = noticeOf(state);
    assert.deepEqual([notice?.kind, notice?.message ?? '', hasBody(state)], [kind, message, body], name);
  }
  assert.equal(NOTICES[1]?.[1].draft, '', 'the question of a calculation does not return to the field');
});

test('what a notice says is removed from the text', () => {
  const error = 'The answer broke off: no model.';
  const told = `<p>${error}</p>`;
  const rest = '<blockquote><p>Yes.</p></blockquote>';
  for (const [problem, blocks] of [
    ['broken-off', [rest, told]],
    ['quoted', [told, rest]],
  ] as const) {
    const begun = blocks.reduce(
      (state, html, index) => reduce(state, { type: 'block', index, html, citations: [] }),
      initialState,
    );
    const answer = readAnswer({ ...good, html_answer: blocks.join('\n'), error, problem });
    const state = reduce(begun, { type: 'answered', answer });
    assert.equal(noticeOf(state)?.message, error);
    assert.deepEqual(state.blocks, [rest], problem);
  }
});

test('every question ends in one of six ways', () => {
  const stopped = { kind: 'stopped', message: '', retryAfterSeconds: null } as const;
  const begun = reduce(initialState, { type: 'block', index: 0, html: '<p>Half.</p>', citations: [] });
  const failed = (state: State, kind: 'stopped' | 'broken') =>
    reduce(state, { type: 'failed', failure: { ...stopped, kind } });
  const ways = [
    ended({}),
    ended({ error: 'Time ran out.', problem: 'cut-off' }),
    failed(begun, 'broken'),
    ended({}, [[]]),
    ended({ sources: [], problem: 'unsourced' }),
    failed(begun, 'stopped'),
    failed(initialState, 'broken'),
  ].map((state) => outcomeOf(state, noticeOf(state)));
  assert.deepEqual(ways, [
    ...['answered', 'in-part', 'in-part', 'no-answer', 'from-memory', 'stopped', 'failed'],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestSchemas } from './request.ts';

const schemas = requestSchemas({ maxQueryChars: 5 });
const { parameters } = schemas;

/** The message for a body that is refused; null for one that is accepted. */
function refusal(
  body: unknown,
  schema: {
    safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined };
  } = schemas.ask,
) {
  return schema.safeParse(body).error?.issues[0]?.message ?? null;
}

test('a body is an object with a query, and says how to write one', () => {
  assert.equal(refusal({ query: 'abcde' }), null);
  const missing = 'The field `query` is missing: send a JSON object such as {"query": "your question"}.';
  for (const body of [undefined, null]) assert.equal(refusal(body), missing);
  for (const body of ['text', 7, [], true])
    assert.equal(refusal(body), 'The body must be a JSON object such as {"query": "your question"}.');
  for (const [body, message] of [
    [{}, /`query`.*missing/],
    [{ query: 7 }, /`query`.*string/],
    [{ query: ' ' }, /`query`.*empty/],
    [{ query: 'abcdef' }, /`query`.*5 characters/],
  ] as const) {
    assert.match(refusal(body) ?? '', message);
    assert.match(refusal(body, schemas.query) ?? '', message);
  }
  assert.equal(refusal({ query: '👍👍👍👍👍' }), null);
});

test('the parameter of the address is called by its own name', () => {
  assert.equal(refusal({ q: 'a' }, parameters), null);
  assert.match(refusal({}, parameters) ?? '', /query parameter `q`/);
  assert.match(refusal({ q: 'abcdef' }, parameters) ?? '', /query parameter `q`.*5 characters/);
});

test('the number of results of a search, and of tokens of a context, is whole and in its range', () => {
  for (const [schema, name, least, most] of [
    [schemas.search, 'num_results', 1, 20],
    [schemas.context, 'max_tokens', 1, 20_000],
  ] as const) {
    const of = (count: unknown) => refusal({ query: 'a', [name]: count }, schema);
    for (const count of [least, most, undefined]) assert.equal(of(count), null, `${name} ${count}`);
    const message = `The field \`${name}\` must be a whole number from ${least} to ${most}.`;
    for (const count of [least - 1, most + 1, 1.5, '5']) assert.equal(of(count), message);
  }
});

test('every part of the history has its limits, and the message names the part', () => {
  const of = (history: unknown) => refusal({ query: 'a', history });
  const turn = { question: 'q', answer: '' };
  assert.equal(of([]), null);
  assert.equal(of([turn]), null);
  assert.match(of('x') ?? '', /`history` must be a list/);
  assert.match(of(['x']) ?? '', /Each entry of the field `history` must be an object/);
  assert.match(of([{ answer: 'a' }]) ?? '', /^`question` in the field `history`/);
  assert.match(
    of([{ question: 'abcdef', answer: '' }]) ?? '',
    /^`question` in the field `history`.*5 characters/,
  );
  assert.equal(of([{ question: 'q' }]), '`answer` in the field `history` must be a string.');
  const [, most] =
    /longer than (\d+) characters/.exec(of([{ question: 'q', answer: 'a'.repeat(1e6) }]) ?? '') ?? [];
  assert.equal(of([{ question: 'q', answer: '👍'.repeat(Number(most)) }]), null);
  assert.match(of([{ question: 'q', answer: 'a'.repeat(Number(most) + 1) }]) ?? '', /is longer than/);
  const [, turns] = /at most (\d+) entries/.exec(of(Array(9999).fill(turn)) ?? '') ?? [];
  assert.equal(of(Array(Number(turns)).fill(turn)), null);
  assert.match(of(Array(Number(turns) + 1).fill(turn)) ?? '', /at most/);
});

test('a part of the scope or of the form that has another type is refused by its name', () => {
  const texts = ['language', 'country', 'since', 'until', 'time_range', 'safe_search'];
  const lists = ['only_sites', 'never_sites', 'prefer_sites'];
  for (const name of texts)
    assert.equal(refusal({ query: 'a', [name]: 7 }), `The field \`${name}\` must be a string.`);
  for (const name of [...texts, ...lists])
    assert.equal(
      refusal({ q: 'a', [name]: ['b', 'c'] }, parameters),
      `The query parameter \`${name}\` must be a string.`,
    );
  for (const name of ['only', 'never', 'prefer'])
    assert.equal(
      refusal({ query: 'a', sites: { [name]: 'a.test' } }),
      `The field \`sites.${name}\` must be a list of host names such as example.org.`,
    );
  assert.match(refusal({ query: 'a', sites: [] }) ?? '', /^The field `sites` must be an object/);
  const form = {
    depth: '`quick` or `deep`',
    length: '`short`, `normal` or `detailed`',
    layout: '`auto`, `text` or `list`',
  };
  for (const [name, choices] of Object.entries(form)) {
    assert.equal(refusal({ query: 'a', [name]: '' }), `The field \`${name}\` must be ${choices}.`);
    assert.equal(
      refusal({ q: 'a', [name]: '' }, parameters),
      `The query parameter \`${name}\` must be ${choices}.`,
    );
  }
  assert.equal(refusal({ query: 'a', instant: 'true' }), 'The field `instant` must be true or false.');
  const message = 'The query parameter `instant` must be true or false.';
  assert.deepEqual(
    [refusal({ q: 'a', instant: 'true' }, parameters), refusal({ q: 'a', instant: '1' }, parameters)],
    [null, message],
  );
});

test('a plan has one to six queries of at most 200 characters', () => {
  const of = (plan: unknown) => refusal({ query: 'a', plan });
  for (const plan of [['a'], Array(6).fill('a'), ['👍'.repeat(200)]]) assert.equal(of(plan), null);
  assert.equal(of('a'), 'The field `plan` must be a list of queries.');
  assert.equal(of([]), 'The field `plan` must have at least one query.');
  assert.equal(of(Array(7).fill('a')), 'The field `plan` can have at most 6 queries.');
  assert.equal(of([7]), 'Each entry of the field `plan` must be a string.');
  for (const text of [' ', 'x'.repeat(201)])
    assert.equal(of([text]), 'Each entry of the field `plan` must have 1 to 200 characters.');
});

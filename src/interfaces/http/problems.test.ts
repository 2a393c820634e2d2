import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { type LoggedRequest, reportedProblem } from './problems.ts';

/** A request that records the log lines about it. */
function troubled() {
  const logged: unknown[] = [];
  const log = { error: (facts: object) => logged.push(facts) };
  return { request: { id: 'r1', log } as unknown as LoggedRequest, logged };
}

const problemOf = (thrown: unknown) => reportedProblem(thrown, troubled().request);
/** An error as Fastify throws it. */
const fastifyError = (code: string, statusCode?: number) =>
  Object.assign(new Error('inner words'), { code, ...(statusCode !== undefined && { statusCode }) });

test('an unforeseen error is logged, and its reply has the request id and no details', () => {
  const cause = new Error('secret');
  for (const thrown of [
    cause,
    new Failure('internal', 'secret', { cause }),
    new Failure('misconfigured', 'x', { cause }),
  ]) {
    const { request, logged } = troubled();
    assert.partialDeepStrictEqual(reportedProblem(thrown, request), {
      status: 500,
      message: 'Something went wrong inside the service. The request id is r1.',
      headers: {},
    });
    assert.deepEqual(logged, [{ err: cause }]);
  }
  const own = new Failure('internal', 'x');
  const { request, logged } = troubled();
  reportedProblem(own, request);
  assert.deepEqual(logged, [{ err: own }]);
});

test('the wait is in whole seconds, at least one', () => {
  const waitAfter = (retryAfterMs: number) =>
    problemOf(new Failure('overloaded', 'x', { retryAfterMs })).headers['retry-after'];
  assert.deepEqual([0, 1, 1000, 1001, 2500].map(waitAfter), ['1', '1', '1', '2', '3']);
  assert.deepEqual(problemOf(new Failure('overloaded', 'x')).headers, {});
});

test('errors of the server for a bad request get their own words, and never a status of 500', () => {
  const said = (code: string, status?: number) => {
    const problem = problemOf(fastifyError(code, status));
    return [problem.status, problem.message] as const;
  };
  assert.deepEqual(said('FST_ERR_CTP_BODY_TOO_LARGE'), [
    413,
    'The body is larger than MAX_BODY_BYTES allows: leave out images and earlier messages, or begin a ' +
      'new conversation.',
  ]);
  assert.equal(said('FST_ERR_CTP_INVALID_MEDIA_TYPE')[0], 415);
  assert.equal(said('FST_ERR_CTP_INVALID_CONTENT_LENGTH')[0], 400);
  assert.deepEqual(said('FST_ERR_BAD_URL'), [400, 'The address is not a valid URL.']);
  for (const status of [400, 404, 499])
    assert.deepEqual(said('FST_ERR_OTHER', status), [400, 'The request is not valid.']);
  for (const status of [undefined, 399, 500, 503]) assert.equal(said('FST_ERR_OTHER', status)[0], 500);
  assert.equal(problemOf(Object.assign(new Error('x'), { code: 7, statusCode: 400 })).status, 500);
  assert.equal(problemOf({ code: 'FST_ERR_BAD_URL' }).status, 500);
  assert.equal(problemOf('thrown text').status, 500);
});

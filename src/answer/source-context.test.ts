import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSourceContext } from './gather.ts';

test('a limit that Sayso chose is told with its reason, and that the model is still loading', () => {
  const limits = { maxSources: 5, contextTokens: 700 };
  const reason = 'the model is slow';
  assert.deepEqual(toSourceContext(limits), {});
  assert.deepEqual(toSourceContext({ ...limits, reason }), { context: { tokens: 700, reason } });
  const loading = { context: { tokens: 700, reason, loading: true } };
  assert.deepEqual(toSourceContext({ ...limits, reason, isLoading: true }), loading);
});

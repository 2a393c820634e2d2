import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredRequests } from './instrumentation.ts';
import type { Metrics } from './metrics.ts';

test('requests and streams in progress are counted until they end, and measured in seconds', (t) => {
  let nowMs = 100;
  t.mock.method(performance, 'now', () => nowMs);
  const observed: unknown[] = [];
  const reads: Record<string, () => readonly { readonly value: number }[]> = {};
  const watch = measuredRequests({
    read: (key: string, read: () => readonly { readonly value: number }[]) =>
      Object.assign(reads, { [key]: read }),
    observe: (...seen: readonly unknown[]) => void observed.push(seen),
  } as unknown as Metrics);
  const open = () => ['activeRequests', 'openStreams'].map((key) => reads[key]?.()[0]?.value);
  const about = (route: string) => ({ method: 'GET', route }) as unknown as Parameters<typeof watch>[0];
  assert.deepEqual(open(), [0, 0]);
  const [plain, streamed] = [watch(about('/a')), watch(about('/b'))];
  streamed.isStream();
  assert.deepEqual(open(), [2, 1]);
  nowMs = 1600;
  plain.end(404);
  assert.deepEqual(open(), [1, 1]);
  streamed.end(200);
  assert.deepEqual(open(), [0, 0]);
  // The caller left before the first event.
  streamed.isStream();
  assert.deepEqual(open(), [0, 0]);
  const labels = (route: string, status: string) => ({
    http_request_method: 'GET',
    http_route: route,
    http_response_status_code: status,
  });
  assert.deepEqual(observed, [
    ['requestDuration', labels('/a', '404'), 1.5],
    ['requestDuration', labels('/b', '200'), 1.5],
  ]);
});

// Runs in a process of its own, in which the clock stands still.
import { test } from 'node:test';
import { assertAsRecorded } from '../golden/replay.ts';
import { goldenRequests, usualRequests } from '../golden/requests.ts';

test(
  'whatever fails, every interface replies with the same bytes as when that was recorded',
  {
    timeout: 600_000,
  },
  () => assertAsRecorded(goldenRequests.filter((request) => !usualRequests.includes(request))),
);

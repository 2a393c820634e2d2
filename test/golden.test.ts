// Runs in a process of its own, in which the clock stands still.
import { test } from 'node:test';
import { usualCommands } from './golden/commands.ts';
import { assertAsRecorded } from './golden/replay.ts';
import { usualRequests } from './golden/requests.ts';

test(
  'requests through every interface get the same bytes as when they were recorded',
  {
    timeout: 600_000,
  },
  () => assertAsRecorded(usualRequests, usualCommands),
);

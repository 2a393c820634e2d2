// Runs in a process of its own, in which the clock stands still.
import { test } from 'node:test';
import { goldenCommands, usualCommands } from '../golden/commands.ts';
import { assertAsRecorded } from '../golden/replay.ts';
import { goldenRequests, usualRequests } from '../golden/requests.ts';

const requests = goldenRequests.filter((request) => !usualRequests.includes(request));
const commands = goldenCommands.filter((command) => !usualCommands.includes(command));

test(
  'whatever fails, every interface and command replies as when that was recorded',
  {
    timeout: 600_000,
  },
  () => assertAsRecorded(requests, commands),
);

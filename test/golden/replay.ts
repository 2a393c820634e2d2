// The service must not be loaded before the clock stands still.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startTestService } from '../support/service.ts';
import { type GoldenCommand, goldenCommands } from './commands.ts';
import { beginRequest } from './fixed-clock.ts';
import { type GoldenRequest, goldenRequests } from './requests.ts';
import { type GoldenReply, PATIENT, send } from './send.ts';
import { differenceOf, readGoldenReplies } from './stored-replies.ts';
import { startWorld, type World } from './world.ts';

const CLOCK = new URL('fixed-clock.ts', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));

/** Sends every request, one after the other, to a service whose clock stands still. */
export async function replay(
  requests: readonly GoldenRequest[] = goldenRequests,
  commands: readonly GoldenCommand[] = goldenCommands,
): Promise<GoldenReply[]> {
  await using world = await startWorld();
  await using service = await startTestService({ ...world.settings, ...PATIENT, READ_PAGES: 'on' });
  const replies: GoldenReply[] = [];
  for (const request of requests) {
    beginRequest(goldenRequests.indexOf(request));
    world.fault = request.fault ?? {};
    replies.push(await send(request, { world, url: service.url }));
  }
  world.fault = {};
  for (const command of commands) replies.push(await run(command, world));
  return replies;
}

/** Sends these requests, and fails if a reply differs from the recorded one. */
export async function assertAsRecorded(
  requests: readonly GoldenRequest[],
  commands: readonly GoldenCommand[] = [],
): Promise<void> {
  const recorded = new Map(readGoldenReplies().map((reply) => [reply.id, reply]));
  assert.equal(recorded.size, goldenRequests.length + goldenCommands.length, 'record them: npm run golden');
  const changed = (await replay(requests, commands)).flatMap((reply) => {
    const difference = differenceOf(recorded.get(reply.id), reply);
    return difference === null ? [] : [`${reply.id}\n${difference}`];
  });
  assert.equal(changed.length, 0, `${changed.slice(0, 5).join('\n\n')}\n(npm run golden shows all of them)`);
}

/** Runs a command of the program in a process of its own, whose clock stands still as well. */
async function run({ id, args }: GoldenCommand, world: World): Promise<GoldenReply> {
  const env = { PATH: process.env.PATH, ...world.settings, ...PATIENT, SEARCH_TERTIARY_URL: 'off' };
  const child = spawn(process.execPath, ['--import', CLOCK, MAIN, ...args], { env });
  const [output, errors] = [await text(child.stdout), await text(child.stderr)];
  if (child.exitCode === null) await once(child, 'close');
  const body = world.named(`${output}\n--\n${errors}`);
  return { id, status: child.exitCode ?? -1, headers: {}, body, calls: world.takeCalls() };
}

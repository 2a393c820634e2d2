import { replay } from './replay.ts';
import { differenceOf, readGoldenReplies, writeGoldenReplies } from './stored-replies.ts';

// `npm run golden` prints which replies differ from the recorded ones; `--record` records the new ones.
const replies = await replay();
const before = new Map(
  (() => {
    try {
      return readGoldenReplies();
    } catch {
      return [];
    }
  })().map((reply) => [reply.id, reply]),
);
let changed = 0;
for (const reply of replies) {
  const difference = differenceOf(before.get(reply.id), reply);
  if (difference === null) continue;
  changed++;
  process.stdout.write(`${reply.id}\n${difference}\n\n`);
}
process.stdout.write(`${changed} of ${replies.length} replies differ.\n`);
if (process.argv.includes('--record')) writeGoldenReplies(replies);

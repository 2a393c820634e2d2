import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Conversation, readConversations } from './followups/conversations.ts';
import { isUnderstood } from './followups/measure.ts';
import { recordedReplies } from './followups/replies.ts';

// How the last messages of conversations are understood: `npm run bench -- followups [--data PATH] [--missed]`;
// without a path, those in `bench/followups/heldout/`. The replies of models are recorded in `replies.jsonl`:
// a capable model wrote them from the prompts alone, and imitated a small careless one.
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, 'followups', 'heldout') },
    missed: { type: 'boolean', default: false },
  },
});
const conversations = readConversations(values.data);
const replyOf = {
  'no model': () => null,
  'capable model': ({ id }: Conversation) => recordedReplies.get(id)?.capable,
  'careless model': ({ id }: Conversation) => recordedReplies.get(id)?.careless,
};

console.log(
  '| | conversations | right query | nothing searched where nothing is needed |\n|---|---|---|---|',
);
for (const [name, reply] of Object.entries(replyOf)) {
  const known = conversations.flatMap((conversation) => {
    const said = reply(conversation);
    return said === undefined ? [] : [{ conversation, said, isRight: isUnderstood(conversation, said) }];
  });
  const count = (isSearch: boolean) => {
    const of = known.filter(({ conversation }) => (conversation.expect.kind === 'search') === isSearch);
    return `${of.filter(({ isRight }) => isRight).length} of ${of.length}`;
  };
  console.log(`| ${name} | ${known.length} | ${count(true)} | ${count(false)} |`);
  for (const { conversation, said, isRight } of values.missed ? known : [])
    if (!isRight)
      console.log(`  ${conversation.id}: ${conversation.message.slice(0, 100)}\n    ${said?.slice(0, 200)}`);
}

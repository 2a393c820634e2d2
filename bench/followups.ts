import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Conversation, readConversations } from './followups/conversations.ts';
import { isUnsearched, readMessage } from './followups/measure.ts';
import { promptOf } from './followups/replies.ts';

// How the last messages of conversations are understood: `npm run bench -- followups [--data PATH]
// [--missed] [--prompts]`; without a path, those in `bench/followups/heldout/`. `--prompts` prints the
// prompts to which no reply of a model is recorded.
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, 'followups', 'heldout') },
    missed: { type: 'boolean', default: false },
    prompts: { type: 'boolean', default: false },
  },
});
const conversations = readConversations(values.data);

if (values.prompts) conversations.forEach(tellPrompt);
else for (const key of ['all', 'lang', 'category'] as const) tell(key);
if (values.missed) conversations.forEach(tellMissed);

function tell(key: 'all' | 'lang' | 'category'): void {
  console.log(
    `| ${key} | need a search | alone, right | alone, wrong | model asked | right without any model | ` +
      'right with a model | work on the answer and thanks, not searched |\n|---|---|---|---|---|---|---|---|',
  );
  for (const [name, members] of Map.groupBy(conversations, (one) => (key === 'all' ? 'all' : one[key])))
    console.log(`| ${name} | ${row(members)} |`);
  console.log('');
}

function row(members: readonly Conversation[]): string {
  const readings = members.filter(needsSearch).map(readMessage);
  const others = members.filter((one) => !needsSearch(one));
  const alone = readings.filter(({ isCertain }) => isCertain);
  const known = readings.flatMap(({ rewritten }) => rewritten ?? []);
  const count = (of: readonly { readonly isRight: boolean }[]) => of.filter(({ isRight }) => isRight).length;
  return [
    readings.length,
    count(alone),
    alone.length - count(alone),
    readings.length - alone.length,
    count(readings),
    known.length === 0 ? '' : `${count(known)} of ${known.length}`,
    others.length === 0 ? '' : `${others.filter(isUnsearched).length} of ${others.length}`,
  ].join(' | ');
}

function needsSearch({ expect }: Conversation): boolean {
  return expect.kind === 'search';
}

function tellPrompt(one: Conversation): void {
  if (!needsSearch(one) || readMessage(one).rewritten !== null) return;
  const { hash, text } = promptOf(one);
  console.log(`## ${one.id} ${hash}\n${text}\n`);
}

function tellMissed(one: Conversation): void {
  const { id, lang, history, message, expect } = one;
  const before = `${history.at(-1)?.question ?? ''} → ${history.at(-1)?.answer.slice(0, 150) ?? ''}`;
  if (!needsSearch(one)) {
    if (!isUnsearched(one)) console.log(`${id} ${lang} SEARCHED: ${before} | ${message}`);
    return;
  }
  const { guess, isCertain, isRight, rewritten } = readMessage(one);
  const wanted = `+ ${expect.must.join(', ')} - ${expect.must_not.join(', ')}`;
  const how = isCertain ? 'ALONE' : 'guess';
  if (!isRight)
    console.log(
      `${id} ${lang} ${how}: ${before}\n    ${message}\n    ${guess ?? '(not searched)'} (${wanted})`,
    );
  if (rewritten?.isRight === false)
    console.log(`${id} ${lang} MODEL: ${message}\n    ${rewritten.query} (${wanted})`);
}

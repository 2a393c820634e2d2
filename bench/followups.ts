import { parseArgs } from 'node:util';
import { type Conversation, readConversations } from './followups/conversations.ts';
import { isUnsearched, readMessage } from './followups/measure.ts';

// How the last messages of conversations are understood: `npm run bench:followups -- --data FOLDER
// [--missed]`.
// The rules are right or wrong alone, or ask a model; of the other messages, nothing should be searched.
const { values } = parseArgs({
  options: { data: { type: 'string', default: '' }, missed: { type: 'boolean', default: false } },
});
const conversations = readConversations(values.data);

tell('all', () => 'all');
tell('lang', ({ lang }) => lang);
tell('category', ({ category }) => category);
if (values.missed) conversations.forEach(tellMissed);

function tell(title: string, keyOf: (one: Conversation) => string): void {
  console.log(
    `| ${title} | need a search | alone, right | alone, wrong | model asked | right without any model ` +
      '| work on the answer and thanks, not searched |\n|---|---|---|---|---|---|---|',
  );
  for (const [key, members] of Map.groupBy(conversations, keyOf)) console.log(`| ${key} | ${row(members)} |`);
  console.log('');
}

function row(members: readonly Conversation[]): string {
  const readings = members.filter(needsSearch).map(readMessage);
  const others = members.filter((one) => !needsSearch(one));
  const alone = readings.filter(({ isCertain }) => isCertain);
  const count = (of: typeof readings) => of.filter(({ isRight }) => isRight).length;
  return [
    readings.length,
    count(alone),
    alone.length - count(alone),
    readings.length - alone.length,
    count(readings),
    others.length === 0 ? '' : `${others.filter(isUnsearched).length} of ${others.length}`,
  ].join(' | ');
}

function needsSearch({ expect }: Conversation): boolean {
  return expect.kind === 'search';
}

function tellMissed(one: Conversation): void {
  const { id, lang, history, message, expect } = one;
  const before = `${history.at(-1)?.question ?? ''} → ${history.at(-1)?.answer.slice(0, 150) ?? ''}`;
  if (!needsSearch(one)) {
    if (!isUnsearched(one)) console.log(`${id} ${lang} SEARCHED: ${before} | ${message}`);
    return;
  }
  const { guess, isCertain, isRight } = readMessage(one);
  if (isRight) return;
  const wanted = `+ ${expect.must.join(', ')} - ${expect.must_not.join(', ')}`;
  const how = isCertain ? 'ALONE' : 'guess';
  console.log(
    `${id} ${lang} ${how}: ${before}\n    ${message}\n    ${guess ?? '(not searched)'} (${wanted})`,
  );
}

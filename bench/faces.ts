// How much later the first words of a stream come through an interface for other programs than through
// /api/ask, for the same questions: `npm run bench:faces`. The same process answers both in turn, `--rounds
// N` (300) times; the mocks answer at once.
import { parseArgs } from 'node:util';
import { ask } from './ask.ts';
import { fastestMocks } from './mock-settings.ts';
import { openStage, untilListening } from './stage.ts';
import { median } from './statistics.ts';
import { type Line, printLines } from './table.ts';
import type { Target } from './target.ts';

const GOAL_MS = 3;
const WARM_UP = 30;

/** The same service through another path; `toBody` makes the body for a question. */
function through(
  target: Target,
  path: string,
  { firstText, lastText, toBody }: { firstText: string; lastText: string; toBody(question: string): object },
): Target {
  return {
    ...target,
    name: path,
    url: new URL(path, target.url),
    headers: () => ({}),
    body: (question) => JSON.stringify(toBody(question)),
    firstText,
    isAnswer: (reply) => reply.includes(lastText),
  };
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } });
const stage = await openStage(undefined);
await stage.mocks.configure(fastestMocks());
const service = await stage.service();
await untilListening(service.child, () => fetch(new URL('/livez', service.url)));
const messages = (content: string) => [{ role: 'user', content }];
const faces = [
  through(service, '/v1/chat/completions', {
    firstText: '"delta":{"content":"',
    lastText: '"finish_reason":"stop"',
    toBody: (question) => ({ model: 'sayso', stream: true, messages: messages(question) }),
  }),
  through(service, '/v1/responses', {
    firstText: 'event: response.output_text.delta',
    lastText: 'event: response.completed',
    toBody: (input) => ({ model: 'sayso', stream: true, input }),
  }),
  through(service, '/api/chat', {
    firstText: '"done":false',
    lastText: '"done":true',
    toBody: (question) => ({ model: 'sayso', messages: messages(question) }),
  }),
];
const first = new Map<Target, number[]>([service, ...faces].map((target) => [target, []]));
for (let round = 0; round < WARM_UP + Number(values.rounds); round++)
  for (const [target, times] of first) {
    const { firstMs } = await ask(target, 'stream');
    if (round >= WARM_UP) times.push(firstMs);
  }
const askMs = median(first.get(service) ?? []);
const ms = (value: number) => `${value.toFixed(2)} ms`;
const lines: Line[] = faces.map((target) => {
  const behindMs = median(first.get(target) ?? []) - askMs;
  const name = `first words by ${target.name}, behind /api/ask (${ms(askMs)})`;
  const goal = target.name === '/v1/chat/completions' ? `at most ${GOAL_MS} ms` : '';
  return { name, value: ms(behindMs), goal, isMet: behindMs <= GOAL_MS };
});
process.exit(printLines(lines) ? 0 : 1);

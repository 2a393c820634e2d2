// How much later the first words of a stream arrive through an interface for other programs than through
// /api/ask, for the same questions: `npm run bench -- interfaces`. The same process answers through both in
// alternation, `--rounds N` (300) times; the mocks answer at once. It also measures what unused interfaces
// cost: the time from the start to the first answer and the memory after it, with all of them and with
// `FACES` empty, in alternation, `--starts N` (15) times. And it measures the CPU time of /api/context from
// snippets beyond that of /api/search, and how long the model continues after its caller has disconnected.
import { parseArgs } from 'node:util';
import { ask } from './ask.ts';
import { timeToStop } from './interfaces/time-to-stop.ts';
import { load } from './keep-asking.ts';
import { startOnce } from './measure-starts.ts';
import { fastestMocks } from './mock-settings.ts';
import { openStage, untilListening } from './stage.ts';
import { median } from './statistics.ts';
import { type Line, printLines } from './table.ts';
import type { Target } from './target.ts';

const GOAL_MS = 3;
const WARM_UP = 30;

/** The same service at another path; `toBody` makes the body for a question. */
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

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '300' }, starts: { type: 'string', default: '15' } },
});
const stage = await openStage(undefined);
await stage.mocks.configure(fastestMocks());
const service = await stage.service();
await untilListening(service.child, () => fetch(new URL('/livez', service.url)));
const messages = (content: string) => [{ role: 'user', content }];
const streamedPaths = (target: Target): readonly Target[] => [
  through(target, '/v1/chat/completions', {
    firstText: '"delta":{"content":"',
    lastText: '"finish_reason":"stop"',
    toBody: (question) => ({ model: 'sayso', stream: true, messages: messages(question) }),
  }),
  through(target, '/v1/responses', {
    firstText: 'event: response.output_text.delta',
    lastText: 'event: response.completed',
    toBody: (input) => ({ model: 'sayso', stream: true, input }),
  }),
  through(target, '/api/chat', {
    firstText: '"done":false',
    lastText: '"done":true',
    toBody: (question) => ({ model: 'sayso', messages: messages(question) }),
  }),
];
const interfaces = streamedPaths(service);
const first = new Map<Target, number[]>([service, ...interfaces].map((target) => [target, []]));
for (let round = 0; round < WARM_UP + Number(values.rounds); round++)
  for (const [target, times] of first) {
    const { firstMs } = await ask(target, 'stream');
    if (round >= WARM_UP) times.push(firstMs);
  }
const askMs = median(first.get(service) ?? []);
const ms = (value: number) => `${value.toFixed(2)} ms`;
const lines: Line[] = interfaces.map((target) => {
  const behindMs = median(first.get(target) ?? []) - askMs;
  const name = `first words by ${target.name}, delay after those of /api/ask (${ms(askMs)})`;
  const goal = target.name === '/v1/chat/completions' ? `at most ${GOAL_MS} ms` : '';
  return { name, value: ms(behindMs), goal, isMet: behindMs <= GOAL_MS };
});
/** The CPU time of one request for evidence, 8 at a time, in milliseconds. */
async function evidenceMs(path: string): Promise<number> {
  const target = through(service, path, {
    ...{ firstText: '', lastText: '"search_engine":"engine_a"' },
    toBody: (query) => ({ query }),
  });
  await load(target, { form: 'json', atATime: 8, forMs: EVIDENCE_MS });
  return (await load(target, { form: 'json', atATime: 8, forMs: EVIDENCE_MS })).cpuMsPerQuestion ?? 0;
}

const EVIDENCE_MS = 3000;
const MOST_CONTEXT_MS = 2;
const contextMs = (await evidenceMs('/api/context')) - (await evidenceMs('/api/search'));
lines.push({
  name: 'CPU of /api/context from snippets, in addition to that of /api/search',
  ...{ value: ms(contextMs), goal: `at most ${MOST_CONTEXT_MS} ms`, isMet: contextMs <= MOST_CONTEXT_MS },
});
const MOST_UNUSED = 0.03;
await service.child.stop();
const LEAVERS = 50;
const MOST_STOP_MS = 50;
const stops = await timeToStop(stage, (target) => [target, ...streamedPaths(target)], LEAVERS);
for (const [name, times] of stops)
  lines.push({
    name: `until the model stops after a caller of ${name} disconnects, median and longest of ${LEAVERS}`,
    value: `${ms(median(times))}, ${ms(Math.max(...times))}`,
    ...{ goal: `at most ${MOST_STOP_MS} ms`, isMet: Math.max(...times) <= MOST_STOP_MS },
  });
const starts: { all: Awaited<ReturnType<typeof startOnce>>; none: Awaited<ReturnType<typeof startOnce>> }[] =
  [];
for (let start = 0; start < Number(values.starts); start++)
  starts.push({
    all: await startOnce(() => stage.service()),
    none: await startOnce(() => stage.service({ FACES: 'none' })),
  });
for (const [field, name, unit] of [
  ['firstAnswerMs', 'start to first answer', 'ms'],
  ['residentMib', 'memory after it', 'MiB'],
] as const) {
  const [all, none] = (['all', 'none'] as const).map((which) =>
    median(starts.map((one) => one[which][field] ?? 0)),
  ) as [number, number];
  lines.push({
    name: `${name} with all interfaces (${all.toFixed(0)} ${unit}), compared with none`,
    value: `${((all / none - 1) * 100).toFixed(1)} %`,
    goal: `at most ${MOST_UNUSED * 100} %`,
    isMet: all / none - 1 <= MOST_UNUSED,
  });
}
process.exit(printLines(lines) ? 0 : 1);

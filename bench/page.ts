// How the page feels with a long answer: `npm run bench -- page [--slowdown 6] [--chars 13000]`. Prints the
// time from a key to the next frame, idle and while the answer streams, layout shift, Tab presses and long
// tasks. Only the first depends on other work of the machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadFormulas } from '@sayso/markdown';
import { launchBrowser } from '../test/support/browser.ts';
import { startScriptedService } from '../test/support/scripted-service.ts';
import { answerOf, streamAnswer } from './page/stream-answer.ts';
import { TRACE_CATEGORIES, taskTimes } from './page/task-times.ts';
import { feltOf, watchPage } from './page/watch-page.ts';

const { values } = parseArgs({
  options: { slowdown: { type: 'string', default: '6' }, chars: { type: 'string', default: '13000' } },
});
const slowdown = Number(values.slowdown);
const KEYS = 40;
const KEY_MS = 150;
const MOST_TABS = 60;
/** A task that takes longer delays the reader (web.dev/articles/rail). */
const LONG_MS = 50;
const WINDOWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

await loadFormulas();
const markdown = answerOf(Number(values.chars));
await using service = await startScriptedService((question) => (response) => {
  void streamAnswer(response, markdown, question === 'slowly' ? 'as written' : 'at once');
});
const browser = await launchBrowser();
for (const rate of new Set([1, slowdown])) {
  console.log(`key to frame, ${rate} times slower, idle: ${toFigures(await typeInto('/', rate))}`);
  const busy = await typeInto('/?q=slowly', rate);
  console.log(`key to frame, ${rate} times slower, streaming: ${toFigures(busy)}`);
}
for (const window of ['desktop', 'phone'] as const) await readAnswer(window);
console.log(`presses of Tab from the top to the link to the field: ${await countTabs()}`);
await browser.close();

async function open(window: keyof typeof WINDOWS, rate: number) {
  const context = await browser.newContext({ viewport: WINDOWS[window] });
  const page = await context.newPage();
  await watchPage(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

async function typeInto(path: string, rate: number): Promise<readonly number[]> {
  await using opened = await open('desktop', rate);
  const { page } = opened;
  await page.goto(service.url + path);
  if (path !== '/') await page.waitForFunction(() => document.querySelectorAll('.block').length > 5);
  await page.locator('#question').focus();
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a');
    await sleep(KEY_MS);
  }
  return (await feltOf(page)).keys;
}

/** Streams one whole answer and prints its long tasks: at full speed, and those of a slower machine. */
async function readAnswer(window: keyof typeof WINDOWS): Promise<void> {
  await using opened = await open(window, 1);
  const { page } = opened;
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await page.goto(`${service.url}/?q=slowly`);
  await page.getByRole('button', { name: 'Contents' }).waitFor({ timeout: 180_000 });
  const times = taskTimes(await browser.stopTracing());
  const longAt = (rate: number) => times.filter((ms) => ms * rate > LONG_MS).length;
  const { shift } = await feltOf(page);
  const counts = `${longAt(1)} long tasks, ${longAt(slowdown)} if ${slowdown} times slower`;
  const longest = Math.max(...times).toFixed(0);
  console.log(`one answer, ${window}: ${counts}; longest ${longest} ms; layout shift ${shift.toFixed(4)}`);
}

async function countTabs(): Promise<number> {
  await using opened = await open('desktop', 1);
  const { page } = opened;
  await page.goto(`${service.url}/?q=whole`);
  await page.getByRole('button', { name: 'Contents' }).waitFor();
  for (let presses = 1; presses <= MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.classList.contains('skip'))) return presses;
  }
  return Number.POSITIVE_INFINITY;
}

function toFigures(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0) ?? '-';
  return `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms (${times.length} keys)`;
}

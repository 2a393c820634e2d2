import { setTimeout as pause } from 'node:timers/promises';
import type { DrivenBrowser, Key } from './driven-browser.ts';
import type { ElementReference, WebDriverSession } from './webdriver.ts';

/** Code points that WebDriver assigns to keys without a character. */
const KEYS: Readonly<Record<Key, string>> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Controls the page of the session; requests to other machines are reported elsewhere. */
export function driveByWebDriver(
  session: WebDriverSession,
): Omit<DrivenBrowser, 'strangers' | typeof Symbol.asyncDispose> {
  const find = (selector: string) =>
    session.post<ElementReference>('element', { using: 'css selector', value: selector });
  return {
    open: (url) => session.post('url', { url }),
    evaluate: (run, ...given) => evaluate(session, String(run), given),
    inject: (script) => session.post('execute/sync', { script, args: [] }),
    async type(text) {
      for (const character of text) await pressKey(session, character);
    },
    press: (key) => pressKey(session, KEYS[key]),
    async hover(selector) {
      const origin = await find(selector);
      // A pointer that is already in that place does not move, so no event is sent.
      const away = { type: 'pointerMove', x: 0, y: 0 };
      const there = { ...away, origin };
      await session.post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions: [away, there] }] });
    },
    async click(selector) {
      const { 'element-6066-11e4-a52e-4f735466cecf': id } = await find(selector);
      await session.post(`element/${id}/click`);
    },
    resize: (width, height) => resize(session, width, height),
    async picture() {
      return Buffer.from(await session.get<string>('screenshot'), 'base64');
    },
  };
}

function evaluate<Value>(session: WebDriverSession, run: string, given: readonly unknown[]): Promise<Value> {
  return session.post<Value>('execute/sync', { script: `return (${run})(...arguments)`, args: given });
}

async function pressKey(session: WebDriverSession, value: string): Promise<void> {
  const actions = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  await session.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
}

/**
 * Sets the size of the window until the page in it has the wanted size, because a window is resized
 * asynchronously.
 */
async function resize(session: WebDriverSession, width: number, height: number): Promise<void> {
  const around = { width: 0, height: 0 };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await session.post('window/rect', { width: width + around.width, height: height + around.height });
    await pause(PAUSE_MS);
    const [shownWidth = 0, shownHeight = 0] = await evaluate<number[]>(session, String(sizeOfPage), []);
    if (shownWidth === width && shownHeight === height) return;
    around.width += width - shownWidth;
    around.height += height - shownHeight;
  }
  throw new Error(`The window cannot show a page of ${width} by ${height} pixels.`);
}

const sizeOfPage = () => [innerWidth, innerHeight];

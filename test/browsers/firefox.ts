import { closeDoor } from './closed-door.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { programOf } from './installed.ts';

/** What is used of Puppeteer, which is no package of the project: `npm run test:browsers` brings it. */
type Puppeteer = { launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }> };
type Page = {
  goto(url: string): Promise<unknown>;
  evaluate<Result>(run: unknown, ...given: readonly unknown[]): Promise<Result>;
  hover(selector: string): Promise<void>;
  click(selector: string): Promise<void>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  readonly keyboard: { type(text: string): Promise<void>; press(key: string): Promise<void> };
};

const PUPPETEER = 'puppeteer-core';
/** Lets Puppeteer send Firefox's own errands, which are none of the page's, nowhere. */
const WITHOUT_ERRANDS = { MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' };

/** Starts Firefox ESR without a window and drives it by WebDriver BiDi. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const executablePath = programOf('firefox-esr');
  const { launch }: Puppeteer = await import(PUPPETEER);
  await using starting = new AsyncDisposableStack();
  const door = starting.use(await closeDoor());
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, ...WITHOUT_ERRANDS },
    extraPrefsFirefox: preferences(door.port),
  });
  starting.defer(() => browser.close());
  const page = await browser.newPage();
  const { keyboard } = page;
  const started = starting.move();
  return {
    async open(url) {
      await page.goto(url);
    },
    evaluate: (run, ...given) => page.evaluate(run, ...given),
    inject: (source) => page.evaluate(source),
    type: (text) => keyboard.type(text),
    press: (key) => keyboard.press(key),
    hover: (selector) => page.hover(selector),
    click: (selector) => page.click(selector),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
    strangers: door.knocks,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function preferences(doorPort: number): object {
  return {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': doorPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': doorPort,
    // A colour on its way has no contrast yet.
    'ui.prefersReducedMotion': 1,
    // Without a screen it believes that nothing can point: this is a mouse (fine, hovers).
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'intl.accept_languages': 'en',
  };
}

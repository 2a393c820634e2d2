import { closeDoor } from './closed-door.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { programOf } from './installed.ts';

/**
 * The part of Puppeteer that is used; it is not a package of the project, `npm run test:browsers` installs
 * it.
 */
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
/** Makes Puppeteer block Firefox's own requests, which have nothing to do with the page. */
const WITHOUT_ERRANDS = { MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' };

/** Starts Firefox ESR without a window and controls it through WebDriver BiDi. */
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
    // A colour in transition has no contrast yet.
    'ui.prefersReducedMotion': 1,
    // Without a screen, Firefox assumes that there is no pointing device: this sets a mouse (fine, hovers).
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'intl.accept_languages': 'en',
  };
}

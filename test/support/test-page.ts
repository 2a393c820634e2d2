import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core';

/** A page in its own browser context that records errors. */
export type TestPage = AsyncDisposable & {
  readonly page: Page;
  /** Violations of the CSP, errors on the console, exceptions and dialogs, in words. Must stay empty. */
  readonly complaints: readonly string[];
  /** Accessibility violations that axe finds, in light and dark mode. Must be empty. */
  findBarriers(): Promise<string[]>;
};

/** Runs in the page before its own script. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', (event) =>
    // biome-ignore lint/suspicious/noConsole: the console is how the page talks to its test
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
}

/**
 * Opens an empty page. Motion is reduced unless the options say otherwise: a colour in transition has no
 * contrast yet.
 */
export async function openTestPage(browser: Browser, options: BrowserContextOptions = {}): Promise<TestPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  if (options.javaScriptEnabled !== false) await context.addInitScript(reportViolations);
  // The limit for an event that never happens; a busy machine may be slow.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself reports each refused request, and tests cause some on purpose.
    const isRefusal =
      message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return {
    page,
    complaints,
    findBarriers: () => findBarriers(page),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  // One copy of axe for all runs: loading it takes longer than a run.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options: axe.RunOptions = { resultTypes: ['violations'], preload: false };
    // Only colours change between the two.
    if (colorScheme === 'dark') options.runOnly = ['color-contrast', 'link-in-text-block'];
    for (const { id, nodes } of await page.evaluate(violations, options)) {
      found.push(`${colorScheme}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
}

/** What axe finds in the page that it runs in. */
async function violations(options: axe.RunOptions): Promise<axe.Result[]> {
  const run: typeof axe = Reflect.get(globalThis, 'axe');
  return (await run.run(document, options)).violations;
}

/** The path of a downloaded file; a shared browser has it in the folder of another process. */
export async function pathOfDownload(download: Download): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'download-')), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** How far the page scrolls sideways, in pixels: 0 if everything fits. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' });
    const { scrollX } = window;
    scrollTo({ left: 0, behavior: 'instant' });
    return scrollX;
  });
}

import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';

/** The effects of a page in a browser. */
export type Ran = { readonly pages: number; readonly active: number };

/** Marks left in the page by the functions that payloads call, for each time that code ran. */
const WATCH = `
  window.ran = [];
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    window[name] = () => { window.ran.push(name); };
`;

/**
 * Shows each HTML in Chromium, hovers over and clicks everything in it, and counts the pages in which code
 * ran, something was loaded, or an active element or attribute appeared. Nothing leaves the machine.
 */
export async function runInBrowser(htmls: readonly string[]): Promise<Ran> {
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addInitScript(WATCH);
  let requests = 0;
  await page.route('**/*', async (route) => {
    const isPage = route.request().url() === 'http://answer.test/';
    if (!isPage) requests++;
    await (isPage ? route.fulfill({ contentType: 'text/html', body: current }) : route.abort());
  });
  let current = '';
  let active = 0;
  for (const html of htmls) {
    requests = 0;
    current = `<!doctype html><meta charset="utf-8"><body>${html}</body>`;
    // A page also counts as active if it navigates away, or if its elements shadow the page's functions.
    const found = await look(page).catch(() => 1);
    if (found > 0 || requests > 0) active++;
  }
  return { pages: htmls.length, active };
}

async function look(page: Page): Promise<number> {
  await page.goto('http://answer.test/', { waitUntil: 'load', timeout: 5000 });
  return page.evaluate(inspect);
}

/**
 * Runs in the page: counts how often code ran, and the elements that could run code. Links are not followed.
 */
function inspect(): number {
  let active = 0;
  for (const element of document.body.querySelectorAll('*')) {
    if (
      /^(script|iframe|object|embed|svg|math|style|img|form|input|video|audio|link|base|meta)$/i.test(
        element.tagName,
      )
    )
      active++;
    for (const { name, value } of element.attributes) {
      if (/^(on|style$|srcdoc$)/i.test(name)) active++;
      if (name === 'href' && !/^(https?|mailto):/i.test(value)) active++;
    }
    for (const kind of ['mouseover', 'focus', 'animationend', 'toggle'])
      element.dispatchEvent(new Event(kind));
  }
  return active + (Reflect.get(window, 'ran')?.length ?? 0);
}

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { requireBuiltPage } from './support/built-page.ts';
import { hostile, scripts } from './support/page-scripts.ts';
import { type ScriptedService, startScriptedService, streamEvents } from './support/scripted-service.ts';
import { openTestPage } from './support/test-page.ts';
import { hostileHtml, hostileTexts } from './support/xss-payloads.ts';

const QUESTION = 'Why is the sky blue?';

let browser: Browser;
let service: ScriptedService;

before(async () => {
  requireBuiltPage();
  [browser, service] = await Promise.all([
    launchBrowser(),
    startScriptedService((question) => scripts[question] ?? hostile(hostileTexts, hostileHtml)),
  ]);
});

after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

const linkTo = (question: string) => `${service.url}/?${new URLSearchParams({ q: question })}`;

describe('the page', { concurrency: 3 }, () => {
  test('the page works with the keyboard alone', async () => {
    await using watched = await openTestPage(browser);
    const { page } = watched;
    await page.goto(service.url);
    const { keyboard } = page;
    await keyboard.type('Why is');
    await keyboard.press('Shift+Enter');
    await keyboard.type('it so?');
    assert.equal(await page.getByRole('textbox').inputValue(), 'Why is\nit so?');
    await keyboard.press('Control+A');
    await keyboard.type(QUESTION);
    await keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Answered' }).waitFor();
    await tabTo(page, '.citation');
    assert.equal(await page.locator('#source-1.pointed-at').count(), 1);
    await keyboard.press('Enter');
    assert.equal(await focused(page), 'Rayleigh scattering');
    await keyboard.press('/');
    await keyboard.type('searching');
    await keyboard.press('Enter');
    const searching = await service.untilAsked('searching');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
    await searching.dropped;
    assert.deepEqual(watched.complaints, []);
  });

  for (const [name, hasSetHtml] of [
    ['with the sanitizer of the browser', true],
    ['with its own where the browser has none', false],
  ] as const) {
    test(`the page runs no code of others, ${name}`, async () => {
      await using watched = await openTestPage(browser);
      const { page } = watched;
      await page.addInitScript((has) => {
        if (!has) Reflect.deleteProperty(Element.prototype, 'setHTML');
      }, hasSetHtml);
      await page.goto(linkTo('hostile'));
      await page.getByRole('status').filter({ hasText: 'sources' }).waitFor();
      await page.getByText('after everything', { exact: true }).waitFor();
      assert.equal(await page.locator('.result .card').count(), hostileTexts.length);
      assert.deepEqual(await oddities(page), []);
      assert.deepEqual(watched.complaints.filter(isNotFromParsing), []);
      const before = watched.complaints.length;
      await page.goto(linkTo(QUESTION));
      await page.getByRole('status').filter({ hasText: 'Answered' }).waitFor();
      assert.equal(await page.locator('.blocks a.citation[href^=https]').count(), 5);
      assert.equal(watched.complaints.length, before);
    });
  }

  test('text being read does not move while the answer grows', async () => {
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
    await using watched = await openTestPage(browser, { viewport: { width: 390, height: 844 } });
    const { page } = watched;
    await using slow = await startScriptedService(() => async (response, asked) => {
      await goOn;
      scripts.reading?.(response, asked);
      await page.getByRole('status').filter({ hasText: 'Reading' }).waitFor();
      scripts.writing?.(response, asked);
      for (let index = 2; index < 12; index++) {
        await page
          .locator('.block')
          .nth(index - 1)
          .waitFor();
        streamEvents(response, [
          'marked-block',
          { index, html: `<p>${'More and more. '.repeat(index)}</p>` },
        ]);
      }
      response.end();
    });
    await page.goto(`${slow.url}/?q=slow`);
    await page.locator('.placeholder').first().waitFor();
    await watchShifts(page);
    letGoOn();
    await page.getByRole('heading', { name: /connection was lost/ }).waitFor();
    assert.ok((await shiftOf(page)) < 0.01, `${await shiftOf(page)}`);
  });

  test('the answer is copied with its numbered sources', async () => {
    await using watched = await openTestPage(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = watched;
    await page.goto(linkTo(QUESTION));
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\[1\]\[2\][\s\S]+\[1\] Rayleigh scattering <https:\/\/en\.wikipedia\.org/);
    assert.deepEqual(watched.complaints, []);
  });

  test('the command that sets Sayso up can be copied if no model is configured', async () => {
    await using watched = await openTestPage(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = watched;
    await page.goto(linkTo('unconfigured'));
    await page.locator('.command button').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'npx sayso setup');
  });

  test('being offline differs from an unreachable service, and the question can be asked again', async () => {
    await using gone = await startScriptedService(() => () => undefined);
    await using watched = await openTestPage(browser);
    const { page } = watched;
    await page.goto(gone.url);
    await page.context().setOffline(true);
    // The network is gone before the browser reports it, and the report distinguishes the two cases.
    await page.waitForFunction(() => !navigator.onLine);
    await page.getByRole('link', { name: QUESTION }).click();
    await page.getByRole('heading', { name: 'You are offline.' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await gone.untilAsked(QUESTION);
    assert.equal(gone.asked.length, 1);
    await page.keyboard.press('Escape');
    await gone[Symbol.asyncDispose]();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The service is not responding.' }).waitFor();
  });
});

/** Both sanitizers parse inline styles and bases before they remove them, and Chromium reports that. */
function isNotFromParsing(complaint: string): boolean {
  return !/^(?:CSP: (?:style-src|base-uri)|Applying inline style|Setting the document's base URI)/.test(
    complaint,
  );
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`${selector} is not reached by Tab`);
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

/** Everything in the answer or the cards that could be active, in words. */
function oddities(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nodes = Array.from(document.querySelectorAll('.result *'));
    const isOwnIcon = (node: Element) =>
      node.matches(
        'img:is(.site-icon[src^="icon"], .page-picture > [src^="picture?"]):not([onerror]), ' +
          '.time-bars > li > svg:not([onload]), .action > svg.icon:not([onload])',
      );
    const acting = nodes.filter(
      (node) =>
        /^(script|iframe|img|svg|maction|annotation-xml|mglyph|form|input|style|object|embed|base)$/.test(
          node.localName,
        ) && !isOwnIcon(node),
    );
    const attributes = nodes.flatMap((node) =>
      Array.from(node.attributes, ({ name, value }) => `${name}=${value}`),
    );
    const unsafe = attributes.filter((text) =>
      /^(on\w+|style|srcdoc|formaction)=|^href=(?!https?:|mailto:)/i.test(text),
    );
    return [...acting.map((node) => node.localName), ...unsafe];
  });
}

function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Reflect.get(entry, 'value');
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + value });
      }
    }).observe({ type: 'layout-shift' });
  });
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shifts')));
}

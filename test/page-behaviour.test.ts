import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hostile } from './support/page-scripts.ts';
import { setStage } from './support/page-stage.ts';
import { startScriptedService } from './support/scripted-service.ts';
import { openTestPage } from './support/test-page.ts';
import { hostileHtml, hostileTexts } from './support/xss-payloads.ts';

const QUESTION = 'Why is the sky blue?';

const stage = setStage((question) =>
  question === 'hostile' ? hostile(hostileTexts, hostileHtml) : undefined,
);
const { pageTest } = stage;

const linkTo = (question: string) => `${stage.service.url}/?${new URLSearchParams({ q: question })}`;

describe('the page', { concurrency: 3 }, () => {
  pageTest('the page works with the keyboard alone', async ({ page }) => {
    await page.goto(stage.service.url);
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
    const searching = await stage.service.untilAsked('searching');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
    await searching.dropped;
  });

  for (const [name, hasSetHtml] of [
    ['with the sanitizer of the browser', true],
    ['with its own where the browser has none', false],
  ] as const) {
    test(`the page runs no code of others, ${name}`, async () => {
      await using watched = await openTestPage(stage.browser);
      const { page, complaints } = watched;
      await page.addInitScript((has) => {
        if (!has) Reflect.deleteProperty(Element.prototype, 'setHTML');
      }, hasSetHtml);
      await page.goto(linkTo('hostile'));
      await page.getByRole('status').filter({ hasText: 'sources' }).waitFor();
      await page.getByText('after everything', { exact: true }).waitFor();
      assert.equal(await page.locator('.result .card').count(), hostileTexts.length);
      assert.deepEqual(await oddities(page), []);
      assert.deepEqual(complaints.filter(isNotFromParsing), []);
      const before = complaints.length;
      await page.goto(linkTo(QUESTION));
      await page.getByRole('status').filter({ hasText: 'Answered' }).waitFor();
      assert.equal(await page.locator('.blocks a.citation[href^=https]').count(), 5);
      assert.equal(complaints.length, before);
    });
  }

  test('being offline differs from an unreachable service, and the question can be asked again', async () => {
    await using gone = await startScriptedService(() => () => undefined);
    await using watched = await openTestPage(stage.browser);
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

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildPage, pageFolder } from '../web/build.ts';
import { launchBrowser } from './support/browser.ts';
import { fakeVoice } from './support/faked-voice.ts';
import { scripts } from './support/page-scripts.ts';
import { type ScriptedService, startScriptedService, streamEvents } from './support/scripted-service.ts';
import { openWatchedPage, sidewaysScroll, type WatchedPage } from './support/watched-page.ts';

const PICTURES = process.env.SCREENSHOTS ?? join(pageFolder, '..', 'screenshots');
const QUESTION = 'Why is the sky blue?';
const QUOTE = 'Rayleigh scattering is the scattering of light by particles much smaller than its wavelength.';

let browser: Browser;
let service: ScriptedService;

before(async () => {
  await mkdir(PICTURES, { recursive: true });
  await buildPage();
  [browser, service] = await Promise.all([
    launchBrowser(),
    startScriptedService((question) => scripts[question] ?? (() => undefined)),
  ]);
});

after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

async function openAnswer({ page }: WatchedPage): Promise<void> {
  await page.goto(`${service.url}/?${new URLSearchParams({ q: QUESTION })}`);
  await answered(page).waitFor();
}

const answered = (page: Page) => page.getByRole('status').filter({ hasText: 'Answered' });
const cardOf = (page: Page) => page.getByRole('tooltip');

describe('a citation opens the card of its source, with the sentence it stands on', {
  concurrency: 3,
}, () => {
  test('under the pointer, and keeps it open on the way into the card', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await openAnswer(watched);
    await page.locator('a.citation').first().hover();
    await cardOf(page).getByText(QUOTE, { exact: true }).waitFor();
    assert.deepEqual(await watched.findBarriers(), []);
    await page.screenshot({ path: join(PICTURES, 'citation-desktop-light.png') });
    assert.match((await cardOf(page).textContent()) ?? '', /en\.wikipedia\.org1Rayleigh scattering/);
    await cardOf(page).hover();
    await cardOf(page).getByRole('link', { name: 'Rayleigh scattering' }).hover();
    await page.mouse.move(2, 2);
    await cardOf(page).waitFor({ state: 'detached' });
    assert.deepEqual(watched.complaints, []);
  });

  test('for the keyboard, and Escape closes it', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await openAnswer(watched);
    const second = page.locator('a.citation').nth(1);
    await second.focus();
    await cardOf(page).getByText('Blue light is scattered in all directions.', { exact: true }).waitFor();
    assert.equal(await second.getAttribute('aria-describedby'), await cardOf(page).getAttribute('id'));
    await page.keyboard.press('Escape');
    await cardOf(page).waitFor({ state: 'detached' });
    assert.equal(await second.getAttribute('aria-describedby'), null);
  });

  test('for a finger, without leaving the answer, inside the window of a small phone', async () => {
    await using watched = await openWatchedPage(browser, {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = watched;
    await openAnswer(watched);
    await page.locator('a.citation').nth(2).tap();
    await cardOf(page).getByText('It is strongest for blue and violet light.', { exact: true }).waitFor();
    const box = await cardOf(page).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
    assert.equal(await sidewaysScroll(page), 0);
    await page.getByRole('heading', { level: 1 }).tap();
    await cardOf(page).waitFor({ state: 'detached' });
    await page.locator('a.citation').nth(2).tap();
    await page.screenshot({ path: join(PICTURES, 'citation-phone-light.png') });
  });

  test('with the words of the search where the sentence is not known', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await openAnswer(watched);
    await page.locator('a.citation').nth(4).focus();
    await cardOf(page).getByText('by the tiny molecules of air in the atmosphere').waitFor();
  });
});

describe('the answer is read aloud', { concurrency: 3 }, () => {
  test('sentence by sentence, marked where it stands, with pause and stop', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    const voice = await fakeVoice(page);
    await openAnswer(watched);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    const first = 'The sky is blue because air scatters short waves of sunlight more than long ones.';
    await page.waitForFunction(() => CSS.highlights.has('spoken'));
    assert.equal(await spokenText(page), first.slice(0, -1));
    await voice.endUtterance();
    const second = 'Blue light reaches the eye from every direction, red light goes mostly straight on.';
    assert.deepEqual(await voice.said(), [`speak ${first} (en)`, `speak ${second} (en)`]);
    assert.match(await spokenText(page), /^Blue light .* straight on$/);
    await page.screenshot({ path: join(PICTURES, 'reading-aloud-desktop-light.png') });

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on reading' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.deepEqual((await voice.said()).slice(2), ['cancel', `speak ${second} (en)`]);

    await page.getByRole('button', { name: 'Stop reading' }).click();
    await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    assert.deepEqual((await voice.said()).slice(4), ['cancel']);
    assert.equal(await page.evaluate(() => CSS.highlights.has('spoken')), false);
    assert.deepEqual(watched.complaints, []);
  });

  test('to its end, and then offers to begin again', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    const voice = await fakeVoice(page);
    await openAnswer(watched);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    for (let spoken = 1; spoken <= 3; spoken++) {
      await page.waitForFunction((count) => Reflect.get(window, 'whatWasSaid')().length === count, spoken);
      await voice.endUtterance();
    }
    await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    assert.equal((await voice.said()).length, 3);
  });

  test('while it is still being written, and waits for what is to come', async () => {
    const more = Promise.withResolvers<void>();
    await using slow = await startScriptedService(() => async (response) => {
      streamEvents(response, ['answer-block', { index: 0, html: '<p>One. Two.</p>' }]);
      streamEvents(response, ['sentence', { index: 0, text: 'One.' }]);
      await more.promise;
      streamEvents(response, ['sentence', { index: 1, text: ' Two.' }]);
    });
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    const voice = await fakeVoice(page);
    await page.goto(`${slow.url}/?q=slow`);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    await page.waitForFunction(() => Reflect.get(window, 'whatWasSaid')().length === 1);
    await voice.endUtterance();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    more.resolve();
    await page.waitForFunction(() => Reflect.get(window, 'whatWasSaid')().length === 2);
    assert.deepEqual(await voice.said(), ['speak One. ()', 'speak Two. ()']);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Stopped.' }).waitFor();
    assert.deepEqual((await voice.said()).slice(2), ['cancel']);
  });
});

describe('the reader', { concurrency: 3 }, () => {
  test('asks by voice: what was said stands in the field, and silence asks it', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    const voice = await fakeVoice(page);
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Speak your question' }).click();
    await page.waitForFunction(() => Reflect.get(window, 'isListening')());
    await voice.hear('why is', false);
    await page.locator('#question').and(page.getByRole('textbox')).waitFor();
    assert.equal(await page.getByRole('textbox').inputValue(), 'why is');
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByRole('button', { name: 'Speak your question' }).click();
    assert.equal(await page.getByRole('textbox').inputValue(), 'why is', 'stopping keeps the words');
    await page.waitForFunction(() => Reflect.get(window, 'isListening')());
    await voice.hear(QUESTION, true);
    await answered(page).waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), QUESTION);
    assert.equal(await voice.isListening(), false);
    assert.deepEqual(watched.complaints, []);
  });

  test('finds no microphone where the browser cannot listen', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await page.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
        Reflect.deleteProperty(window, name);
    });
    await page.goto(service.url);
    await page.getByRole('link', { name: QUESTION }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Speak your question' }).count(), 0);
  });

  test('sees how the answer came about: slots, pages, times and reasons', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await openAnswer(watched);
    await page.getByText('How', { exact: true }).click();
    const lines = await page.locator('.progress li').allTextContents();
    assert.deepEqual(lines, [
      'First search: searx.test: refused the connection, 3 ms',
      'Second search: answered, 409 ms',
      'en.wikipedia.org: read, 120 ms',
      'spaceplace.science.test: not a page of text, 80 ms',
      'eyes.test: read, 1.3 s',
    ]);
    assert.deepEqual(await watched.findBarriers(), []);
    await page.screenshot({ path: join(PICTURES, 'steps-desktop-light.png') });
  });

  test('finds nothing too small for a finger', async () => {
    await using watched = await openWatchedPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = watched;
    const small: string[] = [];
    await page.goto(service.url);
    await page.locator('.examples').waitFor();
    small.push(...(await tooSmall(page, 'button, .brand, .examples a')));
    await openAnswer(watched);
    small.push(...(await tooSmall(page, 'button, summary, .brand, .again, .card a, a.citation')));
    assert.deepEqual(small, []);
  });

  test('opens a source by its number, and reads the list of keys', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await page.context().route('https://en.wikipedia.org/**', (route) => route.fulfill({ body: 'a page' }));
    await openAnswer(watched);
    await page.locator('h1').click();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('1')]);
    assert.equal(opened.url(), 'https://en.wikipedia.org/wiki/Rayleigh_scattering');
    await opened.close();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    assert.equal(await dialog.locator('kbd').count(), 4);
    assert.deepEqual(await watched.findBarriers(), []);
    await page.screenshot({ path: join(PICTURES, 'keys-desktop-light.png') });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('textbox').focus();
    await page.keyboard.type('1?');
    assert.equal(await page.getByRole('textbox').inputValue(), '1?');
    assert.equal(await dialog.count(), 0);
  });

  test('closes the list of keys without stopping the answer', async () => {
    await using watched = await openWatchedPage(browser);
    const { page } = watched;
    await page.goto(`${service.url}/?q=writing`);
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('dialog').count(), 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 1);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Stopped.' }).waitFor();
  });

  test('hands the link on by the browser, and copies it where that cannot', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using watched = await openWatchedPage(browser, { permissions });
    const { page } = watched;
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await openAnswer(watched);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(new URL(link).searchParams.get('q'), QUESTION);

    await page.evaluate(() => {
      Object.assign(navigator, {
        share: async (data: object) => Object.assign(window, { shared: data }),
      });
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForFunction(() => Reflect.get(window, 'shared')?.title === 'Why is the sky blue?');
    assert.deepEqual(watched.complaints, []);
  });
});

/** What is less than 44 px high to a finger, with what is drawn around it to be touched. */
function tooSmall(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const heightOf = (element: Element) => {
      const { height } = element.getBoundingClientRect();
      const around = Number.parseFloat(getComputedStyle(element, '::after').height);
      return Math.max(height, Number.isNaN(around) ? 0 : around);
    };
    return Array.from(document.querySelectorAll(wanted))
      .filter((element) => heightOf(element) < 43.9)
      .map((element) => `${element.outerHTML} ${heightOf(element)}`);
  }, selector);
}

/** The text that is marked as being spoken. */
function spokenText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('spoken') ?? [];
    return range instanceof Range ? range.toString() : '';
  });
}

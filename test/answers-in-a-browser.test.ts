import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../src/core/source.ts';
import { render } from '../src/render/render.ts';
import { launchBrowser } from './support/browser.ts';
import { HOSTILE_MARKDOWN } from './support/hostile-markdown.ts';
import { hostileHtml, hostileTexts } from './support/xss-payloads.ts';

const ANSWERS = 500;

const PLACES: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => `Words [1].\n\n- item ${text}\n- two`,
  (text) => `| a | b |\n|---|---|\n| ${text.replace(/\n/g, ' ')} | x |`,
  (text) => `> ${text}`,
  (text) => `**bold** ${text} [it](${text})`,
];

const sources: readonly Source[] = hostileTexts.map((title, at) => ({
  index: at + 1,
  url: at % 2 === 0 ? `https://a.example/${title}` : title,
  title,
  snippet: '',
  passages: [],
}));

test('none of 500 hostile answers runs code or sends a request in a browser', async () => {
  const payloads = [...HOSTILE_MARKDOWN, ...hostileHtml, ...hostileTexts];
  const answers = payloads.flatMap((text) => PLACES.map((place) => place(text))).slice(0, ANSWERS);
  assert.equal(answers.length, ANSWERS);
  const htmls = answers.map((markdown) => render(markdown, sources, 'en').html);

  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const happened: string[] = [];
  page.on('request', (request) => happened.push(`request ${request.url()}`));
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => happened.push(String(error)));
  await page.exposeFunction('steal', () => happened.push('steal()'));

  // Parsed as part of the page and, a harder case, inserted by a script.
  await page.setContent(htmls.join('\n'));
  await page.evaluate((inserted) => {
    for (const html of inserted) document.body.insertAdjacentHTML('beforeend', html);
    for (const element of document.querySelectorAll('*'))
      for (const kind of ['focus', 'mouseover', 'toggle', 'error', 'load'])
        element.dispatchEvent(new Event(kind, { bubbles: true }));
  }, htmls);
  await page.waitForTimeout(200);

  assert.deepEqual(happened, []);
  const active = await page.evaluate(
    () => document.body.querySelectorAll('script, img, svg, iframe, object, embed, form, style, link').length,
  );
  assert.equal(active, 0);
});

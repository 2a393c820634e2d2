import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { table as arabic } from '../../web/languages/ar.ts';
import { choose, openAnswer, type Stage, takePicture, untilShown } from './scene.ts';

/** A question whose scripted answer contains everything that an answer can contain. */
const RICH = 'Why is the sky blue?';
const WIDTHS = [320, 1280];

/** How the page looks, and who can read it: a promise, and how it is checked. */
export const looking: Readonly<Record<string, (scene: Stage) => Promise<void>>> = {
  async 'has no barriers, in light and in dark'(scene) {
    const { browser, ground } = scene;
    for (const theme of ['light', 'dark']) {
      await browser.open(ground.scriptedUrl);
      await choose(scene, 'theme', theme);
      await untilShown(scene, `html[data-theme=${theme}]`);
      assert.deepEqual(await findBarriers(scene), [], `empty, ${theme}`);
      await takePicture(scene, `empty-${theme}`);
      await openRichAnswer(scene);
      assert.deepEqual(await findBarriers(scene), [], `with an answer, ${theme}`);
      await browser.hover('a.citation');
      await untilShown(scene, '#citation-card blockquote');
      assert.deepEqual(await findBarriers(scene), [], `with a card, ${theme}`);
      await takePicture(scene, `card-${theme}`);
    }
    await choose(scene, 'theme', 'system');
  },

  async 'fits a phone and a desk without scrolling sideways'(scene) {
    await scene.browser.open(scene.ground.scriptedUrl);
    await assertFits(scene, 'empty');
    await openRichAnswer(scene);
    await assertFits(scene, 'answer');
    await openAnswer(scene, 'What is an axolotl?');
    await assertFits(scene, 'real-answer');
  },

  async 'is written from the right in Arabic, an answer in the direction of its own words'(scene) {
    const { browser, ground } = scene;
    await browser.open(ground.scriptedUrl);
    await choose(scene, 'language', 'ar');
    await untilShown(scene, 'h1', arabic.headline.web);
    await assertFits(scene, 'arabic-empty');
    assert.ok(await browser.evaluate(isFieldLegible), 'the words in the empty field stand inside it');
    await openRichAnswer(scene);
    const directions = await browser.evaluate(() =>
      ['html', '.status', '.block', '#question'].map((selector) => {
        const element = document.querySelector(selector);
        return element === null ? '' : getComputedStyle(element).direction;
      }),
    );
    assert.deepEqual(directions, ['rtl', 'rtl', 'ltr', 'rtl']);
    await assertFits(scene, 'arabic-answer');
    assert.deepEqual(await findBarriers(scene), []);
    await choose(scene, 'language', '');
  },
};

function isFieldLegible(): boolean {
  const field = document.querySelector('#question');
  return field !== null && field.scrollWidth <= field.clientWidth;
}

async function openRichAnswer(scene: Stage): Promise<void> {
  await scene.browser.open(`${scene.ground.scriptedUrl}/?${new URLSearchParams({ q: RICH })}`);
  await untilShown(scene, '.tools');
}

/** Checks it at each width, and takes a screenshot there. */
async function assertFits(scene: Stage, what: string): Promise<void> {
  const { browser } = scene;
  for (const width of WIDTHS) {
    await browser.resize(width, 800);
    const [shownWidth, scrolled] = await browser.evaluate(() => {
      scrollTo({ left: 10_000, behavior: 'instant' });
      const { scrollX } = window;
      scrollTo({ left: -10_000, behavior: 'instant' });
      const most = Math.max(scrollX, -window.scrollX);
      scrollTo({ left: 0, behavior: 'instant' });
      return [innerWidth, most];
    });
    assert.deepEqual([shownWidth, scrolled], [width, 0], `${what} at ${width} px`);
    await takePicture(scene, `${what}-${width}`);
  }
}

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** The problems that axe finds on the page, in words. */
async function findBarriers({ browser }: Stage): Promise<string[]> {
  await browser.inject(await readFile(AXE, 'utf8'));
  return browser.evaluate(async () => {
    const { violations }: Findings = await Reflect.get(window, 'axe').run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** The part of axe's report that is used. */
type Findings = { violations: { id: string; nodes: { html: string }[] }[] };

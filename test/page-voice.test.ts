import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { fakeVoice } from './support/faked-voice.ts';
import { answered, QUESTION, setStage } from './support/page-stage.ts';

const stage = setStage();
const { pageTest } = stage;

describe('the answer is read aloud', { concurrency: 3 }, () => {
  pageTest('sentence by sentence, marked in its place, with pause and stop', async ({ page }) => {
    const voice = await fakeVoice(page);
    await stage.openAnswer(page);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    const first = 'The sky is blue because air scatters short waves of sunlight more than long ones.';
    await page.waitForFunction(() => CSS.highlights.has('spoken'));
    assert.equal(await spokenText(page), first);
    await voice.endUtterance();
    const second = 'Blue light reaches the eye from every direction, red light goes mostly straight on.';
    assert.deepEqual(await voice.said(), [`speak ${first} (en)`, `speak ${second} (en)`]);
    assert.match(await spokenText(page), /^Blue light .* straight on$/);

    const player = page.locator('.options');
    await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
    await player.getByRole('button', { name: 'Pause' }).click();
    await player.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.deepEqual((await voice.said()).slice(2), ['cancel', `speak ${second} (en) ×1.5`]);

    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    assert.deepEqual((await voice.said()).slice(4), ['cancel']);
    assert.equal(await page.evaluate(() => CSS.highlights.has('spoken')), false);

    await page.getByRole('button', { name: 'Read aloud' }).click();
    for (let spoken = 6; spoken <= 8; spoken++) {
      await page.waitForFunction((count) => Reflect.get(window, 'whatWasSaid')().length === count, spoken);
      await voice.endUtterance();
    }
    await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    assert.equal((await voice.said()).length, 8, 'to its end');
  });
});

describe('a browser without a voice for the language says so', { concurrency: 2 }, () => {
  const failures: Readonly<Record<string, (utterance: SpeechSynthesisUtterance) => void>> = {
    'and can try again, if it reports an error': (utterance) => {
      const event = Object.assign(new Event('error'), { error: 'language-unavailable' });
      setTimeout(() => utterance.onerror?.(event as SpeechSynthesisErrorEvent));
    },
    'and can try again, if it is silent': () => undefined,
  };
  for (const [promise, speak] of Object.entries(failures))
    pageTest(promise, async ({ page }) => {
      await fakeVoice(page);
      await stage.openAnswer(page);
      await page.evaluate(`tries = 0; speechSynthesis.speak = (said) => { tries++; (${speak})(said); }`);
      const button = page.getByRole('button', { name: 'Read aloud' });
      await button.click();
      const message = page
        .getByRole('alert')
        .filter({ hasText: 'This browser has no voice for the language' });
      await message.waitFor();
      assert.equal(await page.evaluate(() => CSS.highlights.has('spoken')), false);
      await button.click();
      await page.waitForFunction(() => Reflect.get(window, 'tries') === 2);
      await message.waitFor();
    });
});

describe('the voice of the reader', { concurrency: 3 }, () => {
  pageTest(
    'asks by voice: the recognised words are in the field, and silence sends them',
    async ({ page }) => {
      const voice = await fakeVoice(page);
      await page.goto(stage.service.url);
      await page.getByRole('button', { name: 'Ask by voice' }).click();
      await page.waitForFunction(() => Reflect.get(window, 'isListening')());
      await voice.hear('why is', false);
      await page.locator('#question').and(page.getByRole('textbox')).waitFor();
      assert.equal(await page.getByRole('textbox').inputValue(), 'why is');
      await page.getByRole('button', { name: 'Stop listening' }).click();
      await page.getByRole('button', { name: 'Ask by voice' }).click();
      assert.equal(await page.getByRole('textbox').inputValue(), 'why is', 'stopping keeps the words');
      await page.waitForFunction(() => Reflect.get(window, 'isListening')());
      await voice.hear(QUESTION, true);
      await answered(page).waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), QUESTION);
      assert.equal(await voice.isListening(), false);
    },
  );

  pageTest(
    'listens in the language of the page, and says when there is no microphone',
    { locale: 'de-AT' },
    async ({ page }) => {
      const voice = await fakeVoice(page);
      await page.goto(stage.service.url);
      const listen = async () => {
        await page.getByRole('button', { name: 'Frage diktieren' }).click();
        await page.waitForFunction(() => Reflect.get(window, 'isListening')());
      };
      await listen();
      assert.equal(await voice.languageOfEars(), 'de-AT');
      await voice.fail('no-speech');
      await page.getByPlaceholder('Stell eine Frage').waitFor();
      await listen();
      await voice.fail('not-allowed');
      const field = page.getByPlaceholder('Kein Mikrofon: hier tippen');
      await field.waitFor();
      assert.ok(await field.evaluate((area) => area === document.activeElement));
    },
  );

  pageTest('finds no microphone where the browser cannot listen', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
        Reflect.deleteProperty(window, name);
    });
    await page.goto(stage.service.url);
    await page.getByRole('link', { name: QUESTION }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ask by voice' }).count(), 0);
  });
});

/** The text that is marked as being spoken. */
function spokenText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('spoken') ?? [];
    return range instanceof Range ? range.toString() : '';
  });
}

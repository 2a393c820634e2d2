import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answering } from './answering.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { type Ground, prepareGround } from './ground.ts';
import { looking } from './looking.ts';
import { EAR } from './overhear.ts';
import { safety } from './safety.ts';
import type { Stage } from './scene.ts';

/** One kind of error that `misbehave` causes, for each way of detecting errors. */
const KINDS = ['console: on purpose', 'thrown: ', 'rejected: ', 'dialog: ', 'not loaded: ', 'img-src'];

/**
 * Runs every check of the page in the browser that `start` starts; the report and the screenshots call that
 * browser `name`.
 */
export function playIn(name: string, start: () => Promise<DrivenBrowser>): void {
  describe(`in ${name}, the page`, () => {
    let ground: Ground;
    let browser: DrivenBrowser;

    before(async () => {
      ground = await prepareGround();
      browser = await start();
    });
    after(async () => {
      await browser?.[Symbol.asyncDispose]();
      await ground?.[Symbol.asyncDispose]();
    });

    test('reports every kind of complaint, and a call to a stranger', async () => {
      const heard = await newly({ name, browser, ground }, misbehave);
      const missed = KINDS.filter((kind) => !heard.complaints.some((complaint) => complaint.includes(kind)));
      assert.deepEqual(missed, [], heard.complaints.join('\n'));
      assert.ok(heard.strangers.some((knock) => knock.includes('stranger.test')));
    });

    for (const [promise, prove] of Object.entries({ ...answering, ...looking, ...safety }))
      test(promise, async () => {
        await browser.resize(1280, 900);
        const heard = await newly({ name, browser, ground }, prove);
        assert.deepEqual(heard, { complaints: [], strangers: [] });
      });
  });
}

/** Errors and foreign requests that were reported while something was checked. */
async function newly(scene: Stage, prove: (scene: Stage) => Promise<void>) {
  const { browser, ground } = scene;
  const [complaints, strangers] = [ground.complaints().length, browser.strangers.length];
  await prove(scene);
  // Reports from the page that are still on their way arrive before this.
  await browser.open(ground.url + EAR);
  return {
    // Firefox asks for an icon of the small document, too, which allows none.
    complaints: ground
      .complaints()
      .slice(complaints)
      .filter((complaint) => !complaint.includes('/favicon.ico"')),
    strangers: browser.strangers.slice(strangers),
  };
}

/** Misbehaves in every way that must be detected. */
async function misbehave({ browser, ground }: Stage): Promise<void> {
  await browser.open(ground.url);
  await browser.evaluate(() => {
    // biome-ignore lint/suspicious/noConsole: this is what has to be heard
    console.error('on purpose');
    alert('on purpose');
    void Promise.reject('on purpose');
    setTimeout(() => {
      throw new Error('on purpose');
    });
    for (const address of ['https://stranger.test/picture', 'no-such-picture']) {
      const picture = document.createElement('img');
      picture.src = address;
      document.body.append(picture);
    }
    return new Promise((resolve) => setTimeout(resolve, 500));
  });
  await browser.open('http://stranger.test/').catch(() => undefined);
}

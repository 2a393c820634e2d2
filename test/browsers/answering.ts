import assert from 'node:assert/strict';
import { SENTENCE } from './ground.ts';
import { ask, openAnswer, type Stage, takePicture, textsOf, untilGone, untilShown } from './scene.ts';

/** What the page does when somebody asks: a promise, and how it is checked. */
export const answering: Readonly<Record<string, (scene: Stage) => Promise<void>>> = {
  async 'answers what is typed, block by block, with its sources'(scene) {
    const { browser, ground } = scene;
    await browser.open(ground.url);
    await ask(scene, 'How do axolotls grow slowly?');
    await untilShown(scene, 'article[aria-busy=true] .block', 'keeps its gills');
    assert.equal((await textsOf(scene, '.sources .card-title')).length, 2);
    ground.goOn();
    await untilShown(scene, '.status', 'Answered in');
    await untilShown(scene, 'article[aria-busy=false] .block', 'And so on.');
    const shown = await browser.evaluate(() => [
      document.title,
      new URLSearchParams(location.search).get('q'),
    ]);
    assert.deepEqual(shown, ['How do axolotls grow slowly? · Sayso', 'How do axolotls grow slowly?']);
    const [host] = await textsOf(scene, '.card-host');
    assert.match(host ?? '', /^127\.0\.0\.1/);
  },

  async 'answers a link that holds a question'(scene) {
    await openAnswer(scene, 'What is an axolotl?');
    assert.deepEqual(await textsOf(scene, 'h1'), ['What is an axolotl?']);
    assert.deepEqual(await textsOf(scene, 'a.citation'), ['1', '2']);
  },

  async 'opens the card of a citation with the sentence of the page it stands on'(scene) {
    const { browser } = scene;
    await openAnswer(scene, 'What is an axolotl?');
    await browser.hover('a.citation');
    await untilShown(scene, '#citation-card blockquote', SENTENCE);
    await untilShown(scene, '#source-1.pointed-at');
    await browser.press('Escape');
    await untilGone(scene, '#citation-card');
    await browser.click('a.citation');
    const isThere = () => document.activeElement === document.querySelector('#source-1 a');
    assert.ok(await browser.evaluate(isThere), 'a click goes to the source');
  },

  async 'stops the model by Escape and keeps what is there'(scene) {
    const { browser, ground } = scene;
    await browser.open(ground.url);
    await ask(scene, 'Does it live for ever?');
    await untilShown(scene, 'article[aria-busy=true] .block', 'keeps its gills');
    await browser.press('Escape');
    await untilShown(scene, '.status', 'Stopped.');
    await ground.calls.at(-1)?.closed;
    await untilShown(scene, '.block', 'keeps its gills');
  },

  async 'takes a follow-up and tells the model what was said'(scene) {
    const { ground } = scene;
    await openAnswer(scene, 'Who was Albert Einstein?');
    await ask(scene, 'how old was he?');
    await untilShown(scene, 'h2.asked-question', 'how old was he?');
    await untilShown(scene, '.status', 'Answered');
    assert.deepEqual(await textsOf(scene, 'h1'), ['Who was Albert Einstein?']);
    await takePicture(scene, 'follow-up');
    assert.equal(ground.asked.at(-1), 'how old was he? Albert Einstein');
    assert.match(JSON.stringify(ground.calls.at(-1)?.body), /asked: Who was Albert Einstein\?/);
  },

  async 'shows an answer of the history after a reload, without asking again'(scene) {
    const { browser, ground } = scene;
    await openAnswer(scene, 'Where do axolotls live?');
    await browser.open(ground.url);
    const asked = ground.asked.length;
    await untilShown(scene, '.aside-button');
    await browser.click('.aside-button');
    await untilShown(scene, 'dialog.aside .history a', 'Where do axolotls live?');
    await takePicture(scene, 'history');
    await browser.click('dialog.aside .history a');
    await untilShown(scene, 'h1', 'Where do axolotls live?');
    await untilShown(scene, '.block', 'keeps its gills');
    assert.equal(ground.asked.length, asked);
  },

  async 'offers to listen where the browser can, and is whole where it cannot'(scene) {
    const { browser, ground } = scene;
    await browser.open(ground.url);
    await untilShown(scene, '.aside-button');
    const [canListen, isOffered] = await browser.evaluate(() => [
      'SpeechRecognition' in window || 'webkitSpeechRecognition' in window,
      document.querySelector('.voice-button') !== null,
    ]);
    assert.equal(isOffered, canListen);
  },

  async 'answers as a small document at /search'(scene) {
    const { browser, ground } = scene;
    await browser.open(`${ground.url}/search?q=${encodeURIComponent('What is an axolotl?')}`);
    await untilShown(scene, 'a.citation', '[1]');
    assert.deepEqual(await textsOf(scene, 'script'), []);
  },
};

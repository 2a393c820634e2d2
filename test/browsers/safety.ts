import assert from 'node:assert/strict';
import { hostileTexts } from '../support/xss-payloads.ts';
import { openAnswer, type Stage, textsOf, untilShown } from './scene.ts';

/** Promises that untrusted content has no effect, each with the function that checks it. */
export const safety: Readonly<Record<string, (scene: Stage) => Promise<void>>> = {
  async 'runs nothing that strangers wrote into titles, snippets and the answer'(scene) {
    await openAnswer(scene, 'hostile');
    await untilShown(scene, '.sources .card-title', '-alert(1)-');
    await untilShown(scene, '.block', '<script>steal()</script>');
    assert.deepEqual(await findOddities(scene), []);
  },

  async 'is itself a wall to HTML that the service should have held back'(scene) {
    await scene.browser.open(`${scene.ground.scriptedUrl}/?q=hostile`);
    await untilShown(scene, '.status', `${hostileTexts.length} sources`);
    await untilShown(scene, '.block', 'after everything');
    assert.equal((await textsOf(scene, '.result .card')).length, hostileTexts.length);
    assert.deepEqual(await findOddities(scene), []);
  },
};

/**
 * Anything in the answer or the cards that could be active, in words; every event that could trigger it has
 * been sent.
 */
function findOddities({ browser }: Stage): Promise<string[]> {
  return browser.evaluate(() => {
    const nodes = Array.from(document.querySelectorAll('.result *'));
    for (const node of nodes)
      for (const kind of ['mouseenter', 'toggle', 'begin', 'start']) node.dispatchEvent(new Event(kind));
    const isOwnPicture = (node: Element) =>
      node.matches(
        'img:is(.site-icon[src^="icon"], .page-picture > [src^="picture?"]):not([onerror]), ' +
          '.time-bars > li > svg:not([onload]), .action > svg.icon:not([onload])',
      );
    const active =
      'script iframe img svg maction annotation-xml mglyph form input style object embed base link meta';
    const acting = nodes.filter((node) => active.split(' ').includes(node.localName) && !isOwnPicture(node));
    const unsafe = nodes
      .flatMap((node) => Array.from(node.attributes, ({ name, value }) => `${name}=${value}`))
      .filter((text) =>
        /^(on\w+|style|srcdoc|formaction)=|^href=(?!https?:|mailto:|#part-[\p{L}\p{N}-]+$)/iu.test(text),
      );
    return [...acting.map(({ localName }) => localName), ...unsafe];
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { eachElement, type HtmlElement } from '../html-element.ts';
import { parseHtml } from '../html-tree.ts';
import { createCompiler } from './selector-compiler.ts';
import { selectorsFor } from './selectors.ts';

const NAMES = ['a', 'b', 'away'];
const simple = fc.constantFrom(
  ...NAMES.flatMap((name) => [`.${name}`, `#${name}`, `.A${name}`, `[class~=${name}]`, `:not(.${name})`]),
  ':is(.a, p.b, #b)',
  ':first-child',
  ':not(.a .b, #a)',
  '[title="x, .y (z"]',
  '.\\61 ',
);
const compound = fc
  .tuple(fc.constantFrom('', 'p', 'DIV', '*'), fc.array(simple, { maxLength: 3 }))
  .map(([tag, simples]) => `${tag}${simples.join('')}` || 'p');
const selector = fc
  .array(fc.tuple(compound, fc.constantFrom(' ', '>', ' > ', '+', ' ~ ', '\n')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.map(([text, sign], at) => (at === 0 ? text : sign + text)).join(''));
const list = fc.array(selector, { minLength: 1, maxLength: 3 }).map((all) => all.join(' , '));
const attributes = fc
  .tuple(fc.subarray(NAMES.slice(0, 2)), fc.constantFrom('', 'a', 'b'))
  .map(([classes, id]) => `class="${classes.join(' ')}"${id === '' ? '' : ` id="${id}"`}`);
const page = fc
  .array(fc.tuple(fc.constantFrom('<div ', '<p ', '</div>', '</p>'), attributes), {
    minLength: 1,
    maxLength: 12,
  })
  .map((tags) => tags.map(([tag, stated]) => (tag.startsWith('</') ? tag : `${tag}${stated}>x`)).join(''));

function namesOf(elements: readonly HtmlElement[]) {
  return {
    classes: new Set(elements.flatMap((one) => (one.attributes.class ?? '').split(/\s+/))),
    ids: new Set(elements.flatMap(({ attributes: { id } }) => id ?? [])),
  };
}

function keysOf({ tag, attributes }: HtmlElement): string[] {
  const classes = (attributes.class ?? '').split(/\s+/).map((name) => `.${name}`);
  return ['', tag, `#${attributes.id}`, ...classes];
}

test('no selector that matches an element is left out, and each is found by its key', () => {
  fc.assert(
    fc.property(list, page, (selectors, html) => {
      const elements: HtmlElement[] = [];
      eachElement(parseHtml(html), (element) => elements.push(element));
      const everywhere = { classes: { has: () => true }, ids: { has: () => true } };
      const all = selectorsFor(selectors, everywhere as never);
      const some = new Set(selectorsFor(selectors, namesOf(elements)).map(({ selector }) => selector));
      const compile = createCompiler({ steps: 1e9 });
      for (const { selector: each, key } of all) {
        const compiled = compile(each);
        assert.ok(compiled !== null, each);
        // A selector that is only a class is tested only on the elements with this class.
        const matching = elements.filter((one) => keysOf(one).includes(key) && compiled.matches(one));
        const exact = compile(`${each}:not(.never)`);
        assert.deepEqual(
          matching.length,
          elements.filter((one) => exact?.matches(one)).length,
          `${each} on ${html}`,
        );
        if (matching.length > 0) assert.ok(some.has(each), `${each} on ${html}`);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('weighs selectors as browsers do', () => {
  const compile = createCompiler({ steps: 1e9 });
  const weights = ['*', ':where(#a)', 'p', 'p b', '.a', '.a:not(p)', ':is(p, #a)', '#a.b'].map(
    (one) => compile(one)?.specificity,
  );
  assert.deepEqual(weights, [0, 0, 1, 2, 1_000, 1_001, 1_000_000, 1_001_000]);
});

test('leaves out selectors that match nothing or are not supported', () => {
  const compile = createCompiler({ steps: 1e9 });
  for (const each of ['p::before', 'p:unheard-of', '> p', '(', '']) assert.equal(compile(each), null, each);
});

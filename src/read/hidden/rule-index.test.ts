import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachElement, type HtmlElement } from '../html-element.ts';
import { parseHtml } from '../html-tree.ts';
import { createFacts } from './facts.ts';
import { impliedParents } from './implied-parents.ts';
import { type Ground, matches } from './match.ts';
import { parseSelectors } from './parse-selectors.ts';
import { createRuleIndex } from './rule-index.ts';
import { readRules } from './rules.ts';

const NAMES = ['a', 'b', 'away'];
const simple = fc.constantFrom(
  ...NAMES.flatMap((name) => [`.${name}`, `#${name}`, `.A${name}`, `[class~=${name}]`, `:not(.${name})`]),
  ':is(.a, p.b, #b)',
  ':first-child',
  ':not(.a .b, #a)',
  '[title="x, .y (z"]',
  '.\\61',
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

const BESIDE = '<p class="a">x</p><p class="b">x</p>';

function asTree(html: string): { elements: HtmlElement[]; ground: Ground } {
  const elements: HtmlElement[] = [];
  eachElement(parseHtml(html), (element) => elements.push(element));
  const ground = { ...createFacts(elements), parentOf: impliedParents(), budget: { steps: 1e9 } };
  return { elements, ground };
}

test('no rule that means an element is left out of the index, also where only some elements are asked for', () => {
  fc.assert(
    fc.property(list, page, fc.boolean(), (selectors, html, isNested) => {
      const { elements, ground } = asTree(html);
      const css = isNested ? `div { ${selectors} { color: red } }` : `${selectors} { color: red }`;
      const outer = isNested ? parseSelectors('div', null) : null;
      for (const element of elements) {
        const around = elements.filter((one) => isAround(one, element));
        const names = {
          classes: new Set(around.flatMap((one) => [...ground.classesOf(one)])),
          ids: new Set(around.flatMap(({ attributes: { id } }) => id ?? [])),
        };
        const rulesFor = createRuleIndex(
          readRules([{ css, media: '' }], () => true).rules,
          names,
          ground.budget,
        );
        const found = rulesFor(element, ground.classesOf(element)).filter((rule) =>
          matches(element, rule.selector, ground),
        );
        const all = parseSelectors(selectors, outer).filter((one) => matches(element, one, ground));
        assert.equal(found.length, all.length, `${css} on ${html}`);
      }
    }),
    {
      numRuns: 1_000,
      examples: [
        ['.a ~ .b', BESIDE, false],
        ['.a+p.b:first-of-type', BESIDE, false],
      ],
    },
  );
});

/** Whether one element is the other or stands around it. */
function isAround(one: HtmlElement, other: HtmlElement): boolean {
  for (let outer: HtmlElement | null = other; outer !== null; outer = outer.parent)
    if (outer === one) return true;
  return false;
}

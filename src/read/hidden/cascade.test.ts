import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../../test/support/seen-text.ts';

/** A paragraph of class `x` between others, by this sheet. */
const told = (sheet: string) =>
  seenIn(`<style>${sheet}</style><main><b></b><p class="y"></p><p class="x y">told</p><p></p></main>`);

const HIDES = [
  'p:nth-child(1 of .x){display:none}',
  'main > :nth-last-child(1 of .x){display:none}',
  ':nth-child(2 of .y){display:none}',
  '*|*.x{display:none}',
  '@layer a{@layer b{.x{display:block}}.x{display:none}}',
  '@layer a.b{.x{display:block}} @layer a{.x{display:none}}',
  '@layer a{@layer c,b; @layer b{.x{display:none}} @layer c{.x{display:block}}}',
  '@supports not (display:nonsense){.x{display:none}}',
  '@supports (display:grid) and (not ((foo:bar) or (-moz-appearance:none))){.x{display:none}}',
  '@supports selector(:has(a)){.x{display:none}}',
  '@media ((min-width:1px)) and ((color) or (grid)){.x{display:none}}',
  '@media not ((max-width:1px) or (grid)){.x{display:none}}',
  '.x{display:none} .x, p:unheard-of{display:block}',
  '.x{display:none} .x, p:-moz-placeholder{display:block}',
  ':is(:unheard-of, .x){display:none}',
  '.x{display:none} @supports (foo:bar){.x{display:block}}',
  '@property --o{syntax:"<number>";inherits:false;initial-value:0} .x{opacity:var(--o)}',
  '@import "data:text/css,@import%20%22data:text/css,.x%257Bdisplay:none%257D%22;";',
  '@scope (main) to (b){.x{display:none}}',
  'p.x{display:none} @scope (main){.x{display:block}}',
  '@property --o{initial-value:0} .x{opacity:var(--o)}',
  ...['.x, ..y', '.x,', '.x, 5px', '.x:not(.a, ..b)', '.x >', '.x, .y > > p'].map(
    (list) => `.x{display:none} ${list}{display:block}`,
  ),
  ...['link', 'enabled', 'checked', 'disabled', 'required', 'open', 'empty', 'optional', 'read-write'].map(
    (state) => `.x{display:none} .x:${state}{display:block}`,
  ),
  'main > b:empty ~ .x{display:none}',
  ...['not (foo:bar)', '(not (foo:bar))', 'not all and (foo)'].map(
    (condition) => `.x{display:none} @media ${condition}{.x{display:block}}`,
  ),
  '@import "data:text/css,p.x{display:block}" layer(a); .x{display:none}',
  '@import "data:text/css,.x{display:block !important}" supports(foo:bar); .x{display:none}',
  '@import "data:text/css,.x{display:none}" supports(display:grid) screen;',
  '.x{display:none} @container (width > 1px){.x{display:block}}',
  '@layer a{.x{display:none}} @layer b{.x{display:revert-layer}}',
];
for (const sheet of HIDES) {
  test(`hides by the cascade of ${sheet}`, () => assert.equal(told(sheet), ''));
}

const SHOWS = [
  '.x:nth-child(2 of .x){display:none}',
  ':nth-child(1 of .y).x{display:none}',
  'b:nth-child(2 of p) ~ .x{display:none}',
  '@layer a{@layer b{.x{display:none}} .x{display:block}}',
  '@supports (display:nonsense){.x{display:none}}',
  '@supports (foo:bar){.x{display:none}}',
  '@supports (-webkit-touch-callout:none){.x{display:none}}',
  '@supports not ((display:grid) and (color:red)){.x{display:none}}',
  '@media (min-width:1px) and ((max-width:2px) or (grid)){.x{display:none}}',
  '.x, p:unheard-of{display:none}',
  '.x, p::unheard-of{display:none}',
  '@scope (main) to (.y){.x{display:none}}',
  '@keyframes k{to{display:none !important}} .x{animation:k 1ms forwards}',
  '.x:is(.y, ..b){display:block} p{display:none}',
  '.x:not(:read-only){display:none}',
  '@media (foo:bar) or (width > 1px){.x{display:block}} @media not (foo:bar){.x{display:none}}',
];
for (const sheet of SHOWS) {
  test(`shows in spite of the cascade of ${sheet}`, () => assert.equal(told(sheet), 'told'));
}

test('takes a scope without a selector for what stands beside its style element', () => {
  assert.equal(seenIn('<p>told</p><div><style>@scope{p{display:none}}</style><p>secret</p></div>'), 'told');
});

const FIELDS: readonly (readonly [field: string, state: string])[] = [
  ['<input>', ':optional:enabled:valid:read-write:not(:checked)'],
  ['<input required>', ':required:invalid'],
  ['<input placeholder="a">', ':placeholder-shown'],
  ['<input type="checkbox" checked>', ':checked:default:read-only'],
  ['<textarea disabled></textarea>', ':disabled:not(:valid, :invalid)'],
  ['<a href="b"></a>', ':any-link:empty'],
];
for (const [field, state] of FIELDS) {
  test(`knows ${field} by ${state}`, () => {
    assert.equal(seenIn(`<style>${state} ~ p{display:none}</style>${field}<p>secret</p>`), '');
  });
}

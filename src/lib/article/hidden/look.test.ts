import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLook, isTextUnseen, type Look, lookOf, revealedLook } from './look.ts';
import type { StyledElement } from './styled-element.ts';

const PAGE = firstLook(true);
/** The look of an element with these declarations of longhands, such as `a: b; c: d`. */
function look(
  declarations: string,
  {
    tag = 'p',
    attributes = {},
    outer = PAGE,
  }: { tag?: string; attributes?: Readonly<Record<string, string>>; outer?: Look } = {},
): Look {
  const styles = declarations
    .split('; ')
    .filter((each) => each !== '')
    .map((each): [string, string] => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 2)]);
  return lookOf({ tag, attributes } as unknown as StyledElement, new Map(styles), outer);
}
const [BLACK, WHITE] = [
  [0, 0, 0, 1],
  [255, 255, 255, 1],
];

test('a page begins black on white if all sheets are known, and with unknown colours otherwise', () => {
  const usual = {
    isGone: false,
    isVisible: true,
    opacity: 1,
    fontPx: 16,
    remPx: 16,
    indentPx: 0,
    isDecorated: false,
    variables: null,
  };
  assert.deepEqual(PAGE, { ...usual, ink: BLACK, ground: WHITE });
  assert.deepEqual(firstLook(false), { ...usual, ink: null, ground: null });
  const outer = { ...PAGE, isGone: true, remPx: 10, variables: { own: new Map(), outer: null } };
  assert.deepEqual(revealedLook(outer), { ...firstLook(false), remPx: 10, variables: outer.variables });
});

test('sizes are relative to the surrounding element, and those in words are readable', () => {
  const outer = { ...PAGE, fontPx: 20, remPx: 10 };
  for (const [stated, fontPx] of Object.entries({
    '12px': 12,
    '2em': 40,
    '2rem': 20,
    '50%': 10,
    medium: 16,
    'xx-small': 16,
    'xxx-large': 16,
    initial: 16,
    smaller: 20,
    'calc(1px)': 20,
  }))
    assert.equal(look(`font-size: ${stated}`, { outer }).fontPx, fontPx, stated);
  assert.equal(look('', { outer }).fontPx, 20);
  assert.equal(look('font-size: 30px', { tag: 'html', outer }).remPx, 30);
  assert.equal(look('font-size: 30px', { outer }).remPx, 10);
  assert.equal(look('text-indent: 2em', { outer }).indentPx, 40);
  assert.equal(look('text-indent: 10%').indentPx, 128);
  assert.equal(look('', { outer: { ...PAGE, indentPx: 7 } }).indentPx, 7);
});

test('an element that is not displayed is gone with all its content, except the page itself', () => {
  assert.equal(look('display: none').isGone, true);
  assert.equal(look('', { outer: { ...PAGE, isGone: true } }).isGone, true);
  for (const tag of ['html', 'body', '']) assert.equal(look('display: none', { tag }).isGone, false, tag);
  assert.equal(look('overflow-x: hidden; height: 0').isGone, true);
  assert.equal(look('overflow-x: hidden; height: 0; animation-name: open').isGone, false);
  assert.equal(look('display: none; animation-name: open').isGone, true);
});

test('opacities multiply, and an animation ends with what was around', () => {
  assert.equal(look('opacity: .5', { outer: { ...PAGE, opacity: 0.5 } }).opacity, 0.25);
  assert.equal(look('opacity: .05').isGone, true);
  assert.equal(look('opacity: .06').isGone, false);
  for (const name of ['fade', 'none fade'])
    assert.equal(look(`opacity: 0; animation-name: ${name}`).opacity, 1, name);
  for (const name of ['none', 'initial', '1s', '.5s 200ms', 'none none', ''])
    assert.equal(look(`opacity: 0; animation-name: ${name}`).opacity, 0, name);
  assert.equal(look('opacity: 0', { tag: 'body' }).opacity, 1);
});

test('visibility is inherited, and a child can take it back', () => {
  const hidden = { ...PAGE, isVisible: false };
  const shown = (stated: string, outer: Look, tag = 'p') =>
    look(stated && `visibility: ${stated}`, { outer, tag }).isVisible;
  assert.deepEqual(
    ['hidden', 'collapse', 'visible', 'initial', 'inherit', ''].map((stated) => shown(stated, PAGE)),
    [false, false, true, true, true, true],
  );
  assert.deepEqual(
    ['visible', 'initial', 'inherit', ''].map((stated) => shown(stated, hidden)),
    [true, true, false, false],
  );
  assert.equal(shown('hidden', PAGE, 'body'), true);
});

test("the ink is the declared colour, else the element's own, else that of the surrounding element", () => {
  const red = [255, 0, 0, 1];
  const ink = (declarations: string, more: Parameters<typeof look>[1] = {}) => look(declarations, more).ink;
  assert.deepEqual(ink('color: #ff0000'), red);
  assert.deepEqual(ink('color: #00f; text-fill-color: #f00'), red);
  const outer = { ...PAGE, ink: [1, 2, 3, 1] as const };
  for (const word of ['inherit', 'unset', 'revert', 'revert-layer', 'currentcolor'])
    assert.equal(ink(`color: ${word}`, { outer }), outer.ink, word);
  assert.deepEqual(ink('color: initial', { outer }), BLACK);
  assert.equal(ink('color: var(--x)', { outer }), null);
  assert.equal(ink('', { outer }), outer.ink);
  assert.deepEqual(ink('', { tag: 'font', attributes: { color: 'red' }, outer }), red);
  assert.deepEqual(ink('', { tag: 'body', attributes: { text: 'ff0000' }, outer }), red);
  assert.equal(ink('', { tag: 'p', attributes: { color: 'red', text: 'red' }, outer }), outer.ink);
  assert.deepEqual(ink('', { tag: 'mark', outer }), BLACK);
  assert.deepEqual(ink('', { tag: 'a', attributes: { href: 'x' }, outer }), [0, 0, 238, 1]);
  assert.equal(ink('', { tag: 'a', outer }), outer.ink);
});

test('the ground is the colour that shines through, and unknown over a picture', () => {
  const ground = (declarations: string, more: Parameters<typeof look>[1] = {}) =>
    look(declarations, more).ground;
  assert.deepEqual(ground(''), WHITE);
  assert.deepEqual(ground('background-color: #000'), BLACK);
  assert.deepEqual(ground('background-color: rgba(0,0,0,0)'), WHITE);
  assert.deepEqual(ground('background-color: rgba(0,0,0,.5)')?.map(Math.round), [128, 128, 128, 1]);
  const unknown = { ...PAGE, ground: null };
  assert.equal(ground('background-color: rgba(0,0,0,.5)', { outer: unknown }), null);
  assert.deepEqual(ground('background-color: #000', { outer: unknown }), BLACK);
  assert.equal(ground('background-color: var(--x)'), null);
  for (const image of ['url(x)', 'linear-gradient(red)'])
    assert.equal(ground(`background-image: ${image}`), null, image);
  for (const image of ['none', 'initial', 'inherit'])
    assert.deepEqual(ground(`background-image: ${image}`), WHITE, image);
  assert.equal(ground('', { attributes: { background: 'x.png' } }), null);
  assert.deepEqual(ground('background-image: none', { attributes: { background: 'x.png' } }), WHITE);
  assert.deepEqual(ground('', { attributes: { bgcolor: '#000000' } }), BLACK);
  assert.deepEqual(ground('background-color: initial', { attributes: { bgcolor: '#000000' } }), WHITE);
  assert.deepEqual(ground('', { tag: 'mark' }), [255, 255, 0, 1]);
});

test('letters with a shadow, an outline or a cut background are decorated, and so is their content', () => {
  for (const stated of [
    'text-shadow: 1px 1px red',
    'text-stroke: 1px',
    'text-stroke-width: 2px',
    'background-clip: text',
    'background-clip: border-box text',
  ])
    assert.equal(look(stated).isDecorated, true, stated);
  for (const stated of [
    '',
    'text-shadow: none',
    'text-stroke: 0',
    'text-stroke-width: 0px',
    'background-clip: context',
  ])
    assert.equal(look(stated).isDecorated, false, stated);
  assert.equal(look('', { outer: { ...PAGE, isDecorated: true } }).isDecorated, true);
});

test('text is unseen if it is hidden, tiny, moved away, transparent or like its ground', () => {
  const unseen = (changes: Partial<Look>) => isTextUnseen({ ...PAGE, ...changes });
  for (const changes of [
    { isVisible: false },
    { fontPx: 3 },
    { fontPx: 0 },
    { indentPx: -500 },
    { indentPx: 2560 },
    { ink: [0, 0, 0, 0.05] },
    { ink: [255, 255, 255, 1] },
    { ink: [0, 0, 0, 0], ground: null },
  ] as const)
    assert.equal(unseen(changes as Partial<Look>), true, JSON.stringify(changes));
  for (const changes of [
    {},
    { fontPx: 3.1 },
    { indentPx: -499 },
    { indentPx: 2559 },
    { ink: [0, 0, 0, 0.5] },
    { ink: [255, 255, 255, 1], ground: null },
    { ink: [255, 255, 255, 1], isDecorated: true },
    { ink: null },
  ] as const)
    assert.equal(unseen(changes as Partial<Look>), false, JSON.stringify(changes));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComputedStyle, initialStyle, isTextUnseen, revealedStyle, styleOf } from './computed-style.ts';
import type { StyledElement } from './styled-element.ts';

const PAGE = initialStyle(true);
/** The style of an element with these declarations of longhands, such as `a: b; c: d`. */
function look(
  declarations: string,
  {
    tag = 'p',
    attributes = {},
    outer = PAGE,
  }: { tag?: string; attributes?: Readonly<Record<string, string>>; outer?: ComputedStyle } = {},
): ComputedStyle {
  const styles = declarations
    .split('; ')
    .filter((each) => each !== '')
    .map((each): [string, string] => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 2)]);
  return styleOf({ tag, attributes } as unknown as StyledElement, new Map(styles), outer);
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
  assert.deepEqual(PAGE, { ...usual, textColour: BLACK, backgroundColour: WHITE });
  assert.deepEqual(initialStyle(false), { ...usual, textColour: null, backgroundColour: null });
  const outer = { ...PAGE, isGone: true, remPx: 10, variables: { own: new Map(), outer: null } };
  assert.deepEqual(revealedStyle(outer), { ...initialStyle(false), remPx: 10, variables: outer.variables });
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
  const shown = (stated: string, outer: ComputedStyle, tag = 'p') =>
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

test("the colour of text is declared, else the element's own, else that of the surrounding element", () => {
  const red = [255, 0, 0, 1];
  const textColour = (declarations: string, more: Parameters<typeof look>[1] = {}) =>
    look(declarations, more).textColour;
  assert.deepEqual(textColour('color: #ff0000'), red);
  assert.deepEqual(textColour('color: #00f; text-fill-color: #f00'), red);
  const outer = { ...PAGE, textColour: [1, 2, 3, 1] as const };
  for (const word of ['inherit', 'unset', 'revert', 'revert-layer', 'currentcolor'])
    assert.equal(textColour(`color: ${word}`, { outer }), outer.textColour, word);
  assert.deepEqual(textColour('color: initial', { outer }), BLACK);
  assert.equal(textColour('color: var(--x)', { outer }), null);
  assert.equal(textColour('', { outer }), outer.textColour);
  assert.deepEqual(textColour('', { tag: 'font', attributes: { color: 'red' }, outer }), red);
  assert.deepEqual(textColour('', { tag: 'body', attributes: { text: 'ff0000' }, outer }), red);
  assert.equal(
    textColour('', { tag: 'p', attributes: { color: 'red', text: 'red' }, outer }),
    outer.textColour,
  );
  assert.deepEqual(textColour('', { tag: 'mark', outer }), BLACK);
  assert.deepEqual(textColour('', { tag: 'a', attributes: { href: 'x' }, outer }), [0, 0, 238, 1]);
  assert.equal(textColour('', { tag: 'a', outer }), outer.textColour);
});

test('the background is the colour that shines through, and unknown over a picture', () => {
  const backgroundColour = (declarations: string, more: Parameters<typeof look>[1] = {}) =>
    look(declarations, more).backgroundColour;
  assert.deepEqual(backgroundColour(''), WHITE);
  assert.deepEqual(backgroundColour('background-color: #000'), BLACK);
  assert.deepEqual(backgroundColour('background-color: rgba(0,0,0,0)'), WHITE);
  assert.deepEqual(backgroundColour('background-color: rgba(0,0,0,.5)')?.map(Math.round), [128, 128, 128, 1]);
  const unknown = { ...PAGE, backgroundColour: null };
  assert.equal(backgroundColour('background-color: rgba(0,0,0,.5)', { outer: unknown }), null);
  assert.deepEqual(backgroundColour('background-color: #000', { outer: unknown }), BLACK);
  assert.equal(backgroundColour('background-color: var(--x)'), null);
  for (const image of ['url(x)', 'linear-gradient(red)'])
    assert.equal(backgroundColour(`background-image: ${image}`), null, image);
  for (const image of ['none', 'initial', 'inherit'])
    assert.deepEqual(backgroundColour(`background-image: ${image}`), WHITE, image);
  assert.equal(backgroundColour('', { attributes: { background: 'x.png' } }), null);
  assert.deepEqual(
    backgroundColour('background-image: none', { attributes: { background: 'x.png' } }),
    WHITE,
  );
  assert.deepEqual(backgroundColour('', { attributes: { bgcolor: '#000000' } }), BLACK);
  assert.deepEqual(
    backgroundColour('background-color: initial', { attributes: { bgcolor: '#000000' } }),
    WHITE,
  );
  assert.deepEqual(backgroundColour('', { tag: 'mark' }), [255, 255, 0, 1]);
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

test('text is unseen if it is hidden, tiny, moved away, transparent or like its background', () => {
  const unseen = (changes: Partial<ComputedStyle>) => isTextUnseen({ ...PAGE, ...changes });
  for (const changes of [
    { isVisible: false },
    { fontPx: 3 },
    { fontPx: 0 },
    { indentPx: -500 },
    { indentPx: 2560 },
    { textColour: [0, 0, 0, 0.05] },
    { textColour: [255, 255, 255, 1] },
    { textColour: [0, 0, 0, 0], backgroundColour: null },
  ] as const)
    assert.equal(unseen(changes as Partial<ComputedStyle>), true, JSON.stringify(changes));
  for (const changes of [
    {},
    { fontPx: 3.1 },
    { indentPx: -499 },
    { indentPx: 2559 },
    { textColour: [0, 0, 0, 0.5] },
    { textColour: [255, 255, 255, 1], backgroundColour: null },
    { textColour: [255, 255, 255, 1], isDecorated: true },
    { textColour: null },
  ] as const)
    assert.equal(unseen(changes as Partial<ComputedStyle>), false, JSON.stringify(changes));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../../test/support/seen-text.ts';

const HIDES = [
  'max-width:0;overflow:hidden',
  'width:1px;overflow:hidden',
  'contain:strict',
  'contain:size;overflow:hidden',
  'contain:paint;height:0',
  'display:grid;max-height:0;overflow:hidden',
  'height:0;flex-grow:0;overflow:hidden',
  'text-indent:100%;white-space:pre;overflow:hidden',
  'text-indent:3000px',
  'letter-spacing:-1em',
  '-webkit-text-security:circle',
  '-webkit-text-security:square',
  'visibility:hidden',
  'line-height:0px;overflow:hidden',
  'filter:opacity(0%)',
  'font-size:0.5px',
  'clip-path:inset(0 100% 0 0)',
  'clip-path:inset(calc(50%))',
  'clip-path:inset(0 0 calc(100% - 1px) 0)',
  'clip-path:inset(0 0 999em 0)',
  'clip-path:circle(1px at -50px -50px)',
  'clip-path:polygon(-10px -10px, -20px -10px, -20px -20px)',
  'mask-image:linear-gradient(transparent,#0000)',
  '-webkit-mask:linear-gradient(rgba(0,0,0,0) 0 0)',
  'mask-image:linear-gradient(#000,#000);mask-size:0 0',
  'opacity:sin(0)',
  'opacity:mod(4, 2)',
  'opacity:calc(pi - pi)',
  'opacity:round(down, 0.9, 1)',
  'filter:opacity(calc(1 - 1))',
  'filter:blur(calc(10px * 3))',
  'transform:rotateY(calc(45deg * 2))',
  'transform:rotateX(1.5708rad)',
  'transform:skewX(90deg)',
  'transform:matrix(1,0,0,0,0,0)',
  'transform:matrix(1,0,0,1,-9999,0)',
  'transform:rotateY(180deg);backface-visibility:hidden',
  'rotate:0 1 0 90deg',
  'scale:.1',
  'zoom:10%',
  'position:absolute;right:100vw;width:300px',
  'position:absolute;bottom:9999px',
  'position:absolute;left:-webkit-calc(-9999px)',
  'position:fixed;top:100vh',
  'position:fixed;left:100%',
  'margin-left:-100vw;width:90vw',
  'text-indent:100%;text-wrap:nowrap;overflow:hidden',
  'line-height:0;overflow:hidden',
  'height:0;padding-top:40px;overflow:hidden',
  'height:0;flex:1;overflow:hidden',
  'box-sizing:border-box;height:20px;padding-top:100px;overflow:hidden',
  '-webkit-text-security:disc',
  'font-size-adjust:0',
  'font-size:.1cqw',
  'font-size:abs(0px)',
  'font:small-caps bold 0.1px serif',
];
for (const style of HIDES) {
  test(`hides by the box ${style}`, () => assert.equal(seenIn(`<p style="${style}">secret</p>`), ''));
}

const SHOWS = [
  'max-width:0',
  'height:0',
  'width:0',
  'height:0;min-height:50px;overflow:hidden',
  'width:0;min-width:50px;overflow:hidden',
  'width:0;padding-left:50px;overflow:hidden',
  'width:0;padding-right:50px;overflow:hidden',
  'contain:strict;height:50px',
  'contain:size;min-height:50px;overflow:hidden',
  'contain:layout;height:0',
  'display:table;height:0;overflow:hidden',
  'display:table-cell;height:0;overflow:hidden',
  'overflow:visible;height:0',
  'text-indent:100%;overflow:hidden',
  'text-indent:99%;white-space:nowrap;overflow:hidden',
  'text-indent:100%;white-space:nowrap',
  '-webkit-text-security:none',
  'visibility:visible',
  'filter:opacity(50%)',
  'filter:blur(1px)',
  'letter-spacing:-.1em',
  'line-height:1',
  'font-size:smaller',
  'font-size:xx-small',
  'clip-path:circle(100%)',
  'clip-path:inset(-100vmax)',
  'clip-path:polygon(0 0,100% 0,100% 100%,0 100%)',
  'clip-path:circle(farthest-side)',
  'mask-image:linear-gradient(#000 80%,transparent)',
  'mask-image:url(a.svg)',
  'transform:scaleX(-1)',
  'transform:matrix(0,1,-1,0,0,0)',
  'transform:rotateY(180deg)',
  'zoom:90%',
  'position:absolute;left:-9999px;right:-9999px;margin:auto;width:600px',
  'position:relative;left:-600px;margin-left:600px',
  'position:fixed;left:100%;transform:translateX(-100%)',
  'position:absolute;top:100vh',
  'box-sizing:border-box;height:90px;padding-top:20px;overflow:hidden',
  'position:relative;z-index:-1',
  'line-height:0',
  'line-height:0;overflow:hidden;height:2em',
  'height:0;padding-bottom:40px;overflow:hidden',
  'font:menu',
  'font-size:xxx-large',
  '-moz-display:none;-o-opacity:0',
  'height:calc(100px + env(safe-area-inset-top));overflow:hidden',
];
for (const style of SHOWS) {
  test(`shows in spite of the box ${style}`, () =>
    assert.equal(seenIn(`<p style="${style}">told</p>`), 'told'));
}

/** A box with one child, by their styles. */
const nested = (outer: string, inner: string) =>
  seenIn(`<div style="${outer}"><p style="${inner}">told</p></div>`);

test('hides what stands in rows without height', () => {
  assert.equal(nested('display:grid;grid-template-rows:0fr', 'overflow:hidden'), '');
  assert.equal(nested('display:grid;grid-template:0 / 1fr', 'overflow:clip;min-height:0'), '');
  assert.equal(nested('display:grid;grid-template-rows:1fr', 'overflow:hidden'), 'told');
  assert.equal(nested('display:grid;grid-template-rows:0fr', ''), 'told');
});

test('lets grow what stands in a row or a column', () => {
  assert.equal(nested('display:flex', 'flex:1;width:0;overflow:hidden'), 'told');
  assert.equal(nested('display:flex;flex-flow:column', 'flex:auto;height:0;overflow:auto'), 'told');
  assert.equal(nested('display:flex', 'flex:1;height:0;overflow:hidden'), '');
  assert.equal(nested('display:block', 'flex:1;width:0;overflow:hidden'), '');
});

test('draws what is small inside something large', () => {
  assert.equal(nested('transform:scale(.04)', 'transform:scale(25)'), 'told');
  assert.equal(nested('transform:scale(.3)', 'transform:scale(.3)'), '');
  assert.equal(nested('height:0;padding-top:50%;overflow:hidden', 'position:absolute;top:0'), 'told');
});

test('shows the back of a back', () => {
  const back = 'transform:rotateY(180deg);backface-visibility:hidden';
  assert.equal(nested('transform:rotateY(180deg);transform-style:preserve-3d', back), 'told');
  assert.equal(nested('transform-style:preserve-3d', back), '');
});

test('hides what is painted behind a ground', () => {
  const behind = 'position:relative;z-index:-1';
  assert.equal(nested('background:#fff', behind), '');
  assert.equal(nested('background:#fff;position:relative;z-index:0', behind), 'told');
  assert.equal(nested('background:#fff;isolation:isolate', behind), 'told');
  assert.equal(nested('background:#fff', 'z-index:-1'), 'told');
});

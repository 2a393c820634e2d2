import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertBounded } from '../../../test/support/bounded.ts';
import { seenIn } from '../../../test/support/seen-text.ts';

const HIDING_STYLES = [
  'display:none',
  'DISPLAY : none ! important',
  'd\\69 splay: none',
  'display:NONE',
  'display:n\\6f ne',
  'POSITION:ABSOLUTE;LEFT:-9999PX',
  'OPACITY:0',
  'display:none;display:nonsense',
  '/* ; */ display /**/ : none',
  'visibility:collapse',
  'opacity:0%',
  'opacity:calc(1 - 1)',
  'font:0/0 a',
  'font:italic 700 0.5px/1 serif',
  'font-size:calc(1px * 0)',
  'color:transparent',
  'color:#0000',
  '-webkit-text-fill-color:transparent',
  'color:#fff',
  'color:rgb(254 254 254)',
  'color:hsl(0 0% 100%)',
  'color:snow',
  'color:transparent;text-shadow:0 0 0 transparent',
  'color:white;text-shadow:0 0 1px white',
  'color:transparent;-webkit-text-stroke:0 red',
  'color:transparent;-webkit-text-stroke:1px #fff',
  'background:white;-webkit-background-clip:text;color:transparent',
  'color:hwb(0 100% 0%)',
  'color:color(srgb 1 1 1)',
  'color:color-mix(in srgb, white 90%, rgb(250, 250, 250))',
  'color:light-dark(white, black)',
  'background:currentcolor',
  'color:red;background-color:currentColor',
  'color:black;background:#000',
  'color:white;background:linear-gradient(#fff, #fefefe)',
  '--a:none;display:var(--a)',
  'display:var(--missing, none)',
  'transform:rotate(3deg) scale(0)',
  'transform:scaleY(0)',
  'transform:matrix(0,0,0,0,0,0)',
  'transform:translateX(-9999px)',
  'transform:rotateY(90deg)',
  'scale:0',
  'zoom:0.01',
  'filter:opacity(0)',
  'filter:blur(40px)',
  'max-height:0;overflow:hidden',
  'height:1px;overflow:hidden',
  'width:0;overflow-x:clip',
  'clip:rect(1px 1px 1px 1px);position:fixed',
  'clip-path:circle(0)',
  'clip-path:inset(50%)',
  'clip-path:polygon(0 0, 0 0, 0 0)',
  'position:absolute;left:-9999em',
  'position:absolute;top:-100vh',
  'position:fixed;inset:0 0 0 -5000px',
  'position:relative;right:-2000px',
  'margin-left:-9999px',
  'text-indent:-100em',
  'letter-spacing:-5em',
  'content-visibility:hidden',
  'opacity:min(0, 1)',
  'transform:scale(calc(1 - 1))',
  'transform:matrix3d(0,0,0,0, 0,0,0,0, 0,0,1,0, 0,0,0,1)',
  'transform:rotate3d(1, 0, 0, 90deg)',
  'rotate:y 90deg',
  'filter:blur(3em)',
  'clip-path:xywh(0 0 0 0)',
  'clip-path:rect(0 0 0 0)',
  "clip-path:path('M0 0')",
  'text-indent:100%;white-space:nowrap;overflow:hidden',
  'contain:strict',
  'contain:paint;height:0',
  'max-block-size:0;overflow-block:hidden',
  'position:absolute;inset-inline:-9999px auto',
  'position:absolute;inset-block:-9999px auto',
  'margin-inline:-9999px 0',
];

for (const style of HIDING_STYLES) {
  test(`hides by the style ${style}`, () => {
    assert.equal(seenIn(`<p>one</p><p style="${style}">secret</p><p>two</p>`), 'onetwo');
    assert.equal(seenIn(`<style>.x{${style}}</style><p>one</p><p class=x>secret</p><p>two</p>`), 'onetwo');
  });
}

const SHOWING_STYLES = [
  'display:block',
  'display:none;display:block',
  'color:red',
  'color:#fff;background:#036',
  'color:transparent;-webkit-text-stroke:1px red',
  'color:white;text-shadow:1px 1px 2px white, 0 0 5px #900',
  'color:transparent;background:#036;-webkit-background-clip:text',
  'color:hwb(200 10% 20%)',
  'color:color(display-p3 0.2 0.2 0.2)',
  'color:color-mix(in srgb, black 80%, white)',
  'color:color-mix(in oklab, white, 70% black)',
  'color:light-dark(black, white)',
  'color:#fff;background:url(a.png)',
  'color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text',
  'color:#fff;text-shadow:0 0 2px #000',
  'opacity:.6',
  'font-size:80%',
  'font:700 12px/1.5 serif',
  'height:0',
  'height:0;padding-bottom:56%;overflow:hidden',
  'overflow:hidden',
  'position:absolute;left:50%;transform:translate(-50%,-50%)',
  'margin:0 -9999px;padding:0 9999px',
  'text-indent:-2em',
  'clip-path:inset(0)',
  'clip:rect(0,0,0,0)',
  'clip-path:path("M0 0 L900 0 L900 900 L0 900")',
  'clip-path:rect(0 auto auto 0)',
  'transform:matrix3d(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1)',
  'transform:rotate3d(0, 0, 1, 90deg)',
  'rotate:90deg',
  'filter:blur(0.5px)',
  'contain:content',
  'contain:strict;height:300px',
  'margin-inline:auto',
  'text-indent:100%',
  'content:"display:none"',
  '--x:none',
];

for (const style of SHOWING_STYLES) {
  test(`shows in spite of the style ${style}`, () => {
    assert.equal(seenIn(`<p style='${style}'>told</p>`), 'told');
  });
}

const HIDING_SHEETS = [
  '#i{display:none}',
  'p.x{display:none}',
  '[data-k]{display:none}',
  '[data-k^="v" i]{display:none}',
  '*[class~=x]{display:none}',
  ':is(.y,.x){display:none}',
  ':where(p):not(.z){display:none}',
  'main > .x{display:none}',
  'h1 + p{display:none}',
  'h1 ~ .x{display:none}',
  'main{& p{display:none}}',
  'main{.x{color:red;display:none}}',
  '@media screen and (min-width:300px){.x{display:none}}',
  '@media print{.x{display:block}} .x{display:none}',
  '@media not print{.x{display:none}}',
  '@supports (display:grid){.x{display:none}}',
  '@layer a{.x{display:none !important}} .x{display:block}',
  'body{container-type:inline-size} @container (min-width:10px){.x{display:none}}',
  'p{display:block} .x{display:none} p{display:block}',
  '.x{display:none!important} #i{display:block}',
  '.\\78{display:none}',
  'a{content:"}"} .x{display:none}',
  'a{content:"/*"} .x{display:none} /* */',
  '/* } */ .x{display:none',
  '<!-- .x{display:none} -->',
  ':root{--h:none} .x{display:var(--h)}',
  'p:nth-child(2){display:none}',
  '@keyframes a{from{top:0}} .x{display:none}',
  '.unknown:has(a) , .x{display:none}',
  'main:has(> .x) p{display:none}',
  'h1:has(~ .x) + p{display:none}',
  'p:not(:has(b)){display:none}',
  'p:last-child{display:none}',
  'p:nth-last-child(1){display:none}',
  'p:first-of-type{display:none}',
  'p:only-of-type{display:none}',
  ':lang(en) .x{display:none}',
  '.x:dir(ltr){display:none}',
  '@import "data:text/css,.x{display:none}";',
  '/* a */ @charset "utf-8"; @layer a; @import url(data:text/css;base64,Lnh7ZGlzcGxheTpub25lfQ==) screen;',
  "@import url( 'data:text/css,.x{display:none}' ) supports(display: grid)",
  '@keyframes h{to{opacity:0}} .x{animation:h 0s forwards}',
  '@keyframes h{0%{top:0}50%,100%{visibility:hidden}} .x{animation-name:H;animation-fill-mode:both}',
  '@keyframes h{from{opacity:0}to{opacity:0}} .x{animation:h 1s infinite}',
  '@keyframes h{from{opacity:0}to{opacity:1}} .x{animation:h 1s reverse forwards}',
  '@keyframes h{to{opacity:1}} .x{opacity:0!important;animation:h 1s forwards}',
  '@keyframes h{from{opacity:0}to{opacity:1}} .x{animation:h 1s paused}',
  '@keyframes h{from{opacity:0}to{opacity:0}} .x{animation:h 10s -5s paused}',
  '@keyframes h{from{opacity:0}to{opacity:0}} .x{animation:h 999999s linear}',
  '@scope (main){.x{display:none}}',
  '@scope (.x){:scope{display:none}}',
];

for (const sheet of HIDING_SHEETS) {
  test(`hides by the sheet ${sheet}`, () => {
    const page = `<html lang=en-GB><style>${sheet}</style><main><h1>one</h1><p id=i class="x w" data-k=Value>secret</p></main>`;
    assert.equal(seenIn(page), 'one');
  });
}

const SHOWING_SHEETS = [
  '.x{display:none} .x{display:block}',
  '.x{display:none} p.x{display:block}',
  '@media print{.x{display:none}}',
  '@media (max-width:600px){.x{display:none}}',
  '.x:hover{display:none}',
  '.x::before{display:none}',
  'aside .x{display:none}',
  '.js .x{display:none}',
  '.xx{display:none}',
  '[constructor^="f"]{display:none}',
  '@keyframes x{from{display:none}}',
  '@layer b{.x{display:none}} .x{display:block}',
  '.x{display:none} .x:last-child{display:block}',
  '@import "data:text/css,.x{display:none}" print;',
  'a{} @import "data:text/css,.x{display:none}";',
  '@import "/a.css"; .x{color:#fff}',
  '@keyframes f{from{opacity:0}to{opacity:1}} .x{opacity:0;animation:f 1s ease-in .2s forwards}',
  '@keyframes f{to{opacity:0}} .x{animation:f 1s}',
  '@keyframes f{from{opacity:0}} .x{animation:f 1s 1s paused}',
  '@keyframes f{to{opacity:0}} .x{animation:f 1s forwards paused}',
  '@keyframes f{from{opacity:1}to{opacity:0}} .x{animation:f 1s infinite alternate}',
  '@keyframes f{to{opacity:0}} @keyframes f{to{opacity:1}} .x{animation:f 1s both}',
  '@keyframes f{to{opacity:0}} .x{animation:1s cubic-bezier(0, 0, 1, 1) both g}',
  '.x{display:none} .x:not(:first-child){display:block}',
  '.x:only-child{display:none}',
  '.x:nth-of-type(2){display:none}',
  'p:has(b){display:none}',
  'main:has(+ p) .x{display:none}',
  ':lang(de) .x{display:none}',
  '@scope (aside){p{display:none}}',
  'input:checked ~ .x{display:none}',
  'body{opacity:0;visibility:hidden}',
];

for (const sheet of SHOWING_SHEETS) {
  test(`shows in spite of the sheet ${sheet}`, () => {
    assert.equal(
      seenIn(`<html lang=en><body><style>${sheet}</style><main><h1></h1><p class=x>told</p></main>`),
      'told',
    );
  });
}

test('hides by elements and attributes', () => {
  for (const html of [
    '<div hidden>secret</div>',
    '<p aria-hidden="true">secret</p>',
    '<template><p>secret</p></template>',
    '<noscript>secret</noscript>',
    '<dialog>secret</dialog>',
    '<div popover>secret</div>',
    '<svg><title>secret</title><desc>secret</desc></svg>',
    '<object>secret</object>',
    '<select><option>secret</select>',
    '<font color="white">secret</font>',
    '<font color="ffffffffffff">secret</font>',
    '<table bgcolor="#000000"><tr><td><font color="000000">secret</font></table>',
    '<link rel=stylesheet href="data:text/css,i{display:none}"><i>secret</i>',
    '<link rel=stylesheet href="data:text/css;x=y;charset=utf-8;base64,aXtkaXNwbGF5Om5vbmV9"><i>secret</i>',
    '<style media=print>p{</style><style>i{display:none}</style><i>secret</i>',
  ]) {
    assert.doesNotMatch(seenIn(html), /secret/, html);
  }
});

test('shows what a person can open or has opened', () => {
  assert.equal(seenIn('<details><summary>a</summary>b</details><dialog open>c</dialog>'), 'abc');
  assert.equal(seenIn('<div hidden style="display:block">told</div>'), 'told');
});

test('shows nothing of an element that has a shadow root without a slot for it', () => {
  const root = (inner: string) => `<template shadowrootmode="open">${inner}</template>`;
  assert.equal(seenIn(`<p>one</p><div>secret${root('<b>x</b>')}<p>secret</p></div>`), 'one');
  assert.equal(seenIn(`<div>${root('<slot></slot>')}<p>told</p></div>`), 'told');
  assert.equal(seenIn('<div><template><b>x</b></template><p>told</p></div>'), 'told');
  const named = root('<slot name=a></slot>');
  assert.equal(
    seenIn(`<div>${named}secret<p>secret</p><p slot=a>told</p><p slot=b>secret</p></div>`),
    'told',
  );
});

test('shows the child that takes back what its parent hides', () => {
  assert.equal(seenIn('<div style="font-size:0">secret<p style="font-size:16px">told</p></div>'), 'told');
  assert.equal(
    seenIn('<div style="visibility:hidden">secret<p style="visibility:visible">told</p></div>'),
    'told',
  );
  assert.equal(seenIn('<div style="opacity:0">secret<p style="opacity:1">secret</p></div>'), '');
});

test('does not guess colours where a style sheet stands elsewhere', () => {
  const link = '<link rel=stylesheet href=/a.css>';
  assert.equal(seenIn(`${link}<p style="color:#fff">told</p>`), 'told');
  assert.equal(seenIn(`${link}<p style="color:#fff;background:#fff">secret</p>`), '');
});

test('takes any sheet and any page without throwing', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '[',
    '"',
    '\\',
    '/*',
    '@media',
    ':not(',
    '&',
    'p',
    '.x',
    ';',
    ':',
    'var(',
    '--a',
    '>',
    ',',
  );
  const css = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(css, css, (sheet, style) => {
      seenIn(`<style>${sheet}</style><p class=x style="${style.replaceAll('"', "'")}">a<b>c</b></p>`);
    }),
  );
});

const HOSTILE_SHEETS: Readonly<Record<string, string>> = {
  'many rules': 'p:not(.a){top:0}',
  'open brackets': '(',
  'open rules': 'a{',
  'open comments': '/*',
  'open strings': '"',
  'open addresses': 'url(',
  blanks: '@media        ',
  backslashes: '\\',
  'nested lists': ':is(',
  'nested rules': 'a,b{',
  descendants: 'p p ',
  imports: '@import "data:text/css,a{}";',
  'mixed colours': 'p{color:color-mix(in srgb,',
  circles: '--a:var(--a)',
  relatives: 'p:has(~ b){top:0}',
  'ends of families': 'p:nth-last-of-type(3n + 1):not(:only-child){top:0}',
};

for (const [name, piece] of Object.entries(HOSTILE_SHEETS)) {
  test(`takes little time for ${name}`, () => {
    const css = piece.repeat(300_000 / piece.length);
    const page = `<style>${css}</style>${'<p class=x>a</p>'.repeat(2_000)}`;
    return assertBounded(() => seenIn(page));
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { seenIn } from '../../../../test/support/seen-text.ts';

const HIDING_STYLES = [
  'display:none',
  'display:none;animation:fade 1s',
  'opacity:0;animation:0s none',
  'opacity:0;animation-name:initial',
  'opacity:0;animation:1s unset',
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
  'font:0/0 a',
  'font:italic 700 0.5px/1 serif',
  'color:transparent',
  'color:#0000',
  '-webkit-text-fill-color:transparent',
  'color:#fff',
  'color:rgb(254 254 254)',
  'color:hsl(0 0% 100%)',
  'color:snow',
  'color:black;background:#000',
  '--a:none;display:var(--a)',
  'display:var(--missing, none)',
  'transform:rotate(3deg) scale(0)',
  'transform:scaleY(0)',
  'transform:matrix(0,0,0,0,0,0)',
  'transform:translateX(-9999px)',
  'scale:0',
  'zoom:0.01',
  'filter:opacity(0)',
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
  'content-visibility:hidden',
  'max-width:0;overflow:hidden',
  'width:1px;overflow:hidden',
  'display:grid;max-height:0;overflow:hidden',
  'height:0;flex-grow:0;overflow:hidden',
  'text-indent:3000px',
  'visibility:hidden',
  'filter:opacity(0%)',
  'font-size:0.5px',
  'clip-path:inset(0 100% 0 0)',
  'clip-path:inset(0 0 999em 0)',
  'clip-path:circle(1px at -50px -50px)',
  'transform:matrix(1,0,0,0,0,0)',
  'position:absolute;bottom:9999px',
  'font:small-caps bold 0.1px serif',
  'background:steelblue;color:#4682b4',
  'zoom:1%',
  '--a:none;--b:var(--a);display:var(--b)',
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
  'max-width:0',
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
  'color:#fff;background:linear-gradient(#fff, oklch(20% 0.1 200))',
  'color:#fff;background:linear-gradient(transparent, #000)',
  'color:#fff;background:linear-gradient(rgb(0 0 0 / 50%), rgb(0 0 0 / 50%)), url(a.jpg)',
  'color:#000;background:linear-gradient(#000,#000) 0 100% / 100% 1px no-repeat',
  'color:#000;background-image:linear-gradient(#000,#000);background-size:0 2px;background-repeat:no-repeat',
  'background:#000;filter:invert(1)brightness(0.9);color:#fff',
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
  'main{color:red;@media (width > 1px){p{display:none}}}',
  '.x{@media screen{display:none}}',
];
for (const sheet of HIDING_SHEETS) {
  test(`hides by the sheet ${sheet}`, () => {
    const page =
      `<html lang=en-GB><style>${sheet}</style><main><h1>one</h1><p id=i class="x w" ` +
      'data-k=Value>secret</p></main>';
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

/** A paragraph of class `x` between other paragraphs, with this style sheet. */
const told = (sheet: string) =>
  seenIn(
    `<style>${sheet}</style><main class=box><b></b><p class="y"></p><p class="x y">told</p><p></p></main>`,
  );

const HIDING_CASCADES = [
  'p:nth-child(1 of .x){display:none}',
  'main > :nth-last-child(1 of .x){display:none}',
  ':nth-child(2 of .y){display:none}',
  '*|*.x{display:none}',
  '@layer a{@layer b{.x{display:block}}.x{display:none}}',
  '@layer a.b{.x{display:block}} @layer a{.x{display:none}}',
  '@supports selector(:has(a)){.x{display:none}}',
  'p.x{display:none} @scope (main){.x{display:block}}',
  '.x{display:none} .x >{display:block}',
  '.x{display:none} .x:link{display:block}',
  '.x{display:none} .x:enabled{display:block}',
  '.x{display:none} .x:checked{display:block}',
  '.x{display:none} .x:disabled{display:block}',
  '.x{display:none} .x:required{display:block}',
  '.x{display:none} .x:open{display:block}',
  '.x{display:none} .x:empty{display:block}',
  '.x{display:none} .x:optional{display:block}',
  '.x{display:none} .x:read-write{display:block}',
  'main > b:empty ~ .x{display:none}',
  '.x{display:none} @media not (foo:bar){.x{display:block}}',
  '.x{display:none} @media (not (foo:bar)){.x{display:block}}',
  '.x{display:none} @media not all and (foo){.x{display:block}}',
  '.x{display:var(--a, var(--b, var(--c, var(--d, none))))}',
  '.x{display:none;display:var(--missing) block;display:none}',
];
for (const sheet of HIDING_CASCADES) {
  test(`hides by the cascade of ${sheet}`, () => assert.equal(told(sheet), ''));
}

const SHOWING_CASCADES = [
  '.x:nth-child(2 of .x){display:none}',
  ':nth-child(1 of .y).x{display:none}',
  'b:nth-child(2 of p) ~ .x{display:none}',
  '@layer a{@layer b{.x{display:none}} .x{display:block}}',
  '@supports (-webkit-touch-callout:none){.x{display:none}}',
  '@supports not ((display:grid) and (color:red)){.x{display:none}}',
  '@media (min-width:1px) and ((max-width:2px) or (grid)){.x{display:none}}',
  '@scope (main) to (.y){.x{display:none}}',
  '.x:is(.y, ..b){display:block} p{display:none}',
  '@media (foo:bar) or (width > 1px){.x{display:block}} @media not (foo:bar){.x{display:none}}',
  '.x{--d:block;display:var(--d,none)}',
  '.x{--a:var(--missing);display:var(--a,block)}',
  '.x{--a:none;--b:var(--a) solid;border:var(--b)}',
  '.box{-webkit-text-fill-color:transparent} .x{-webkit-text-fill-color:initial}',
];
for (const sheet of SHOWING_CASCADES) {
  test(`shows in spite of the cascade of ${sheet}`, () => assert.equal(told(sheet), 'told'));
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
    '<table bgcolor="#000000"><tr><td><font color="000000">secret</font></table>',
    '<style media=print>p{</style><style>i{display:none}</style><i>secret</i>',
  ]) {
    assert.doesNotMatch(seenIn(html), /secret/, html);
  }
});

test('shows text that a person can open or has opened', () => {
  assert.equal(seenIn('<details><summary>a</summary>b</details><dialog open>c</dialog>'), 'abc');
  assert.equal(seenIn('<div hidden style="display:block">told</div>'), 'told');
});

test('shows the child that takes back what its parent hides', () => {
  assert.equal(seenIn('<div style="font-size:0">secret<p style="font-size:16px">told</p></div>'), 'told');
  assert.equal(
    seenIn('<div style="visibility:hidden">secret<p style="visibility:visible">told</p></div>'),
    'told',
  );
  assert.equal(seenIn('<div style="opacity:0">secret<p style="opacity:1">secret</p></div>'), '');
});

test('does not guess colours if there is another style sheet elsewhere', () => {
  const link = '<link rel=stylesheet href=/a.css>';
  assert.equal(seenIn(`${link}<p style="color:#fff">told</p>`), 'told');
  assert.equal(seenIn(`${link}<p style="color:#fff;background:#fff">secret</p>`), '');
});

test('a class is known to hide only if the page has a style sheet elsewhere', () => {
  const classes = ['sr-only', 'a visually-hidden b', 'visuallyhidden', 'screen-reader-text', 'a11y-hidden'];
  const elsewhere = [
    '<link rel=stylesheet href=/a.css>',
    '<link rel="preload Stylesheet" href=/a.css>',
    '<style>@import "a.css";</style>',
  ];
  const none = [
    '',
    '<link rel="alternate stylesheet" href=/a.css>',
    '<link rel=stylesheet disabled href=/a.css>',
    '<link rel=stylesheets href=/a.css>',
    '<style>p{margin:0}</style>',
  ];
  for (const name of classes) {
    const page = `<p class="${name}">text</p>`;
    for (const sheet of elsewhere) assert.equal(seenIn(sheet + page), '', `${sheet} ${name}`);
    for (const sheet of none) assert.equal(seenIn(sheet + page), 'text', `${sheet} ${name}`);
  }
  assert.equal(seenIn(`${elsewhere[0]}<p class="not-sr-only">told</p>`), 'told');
});

test('only sheets that a browser applies hide anything', () => {
  const css = 'p{display:none}';
  for (const type of ['', 'text/css', ' TEXT/CSS ', 'text/css; charset=utf-8'])
    assert.equal(seenIn(`<style type="${type}">${css}</style><p>secret</p>`), '', type);
  for (const type of ['text/less', 'css', 'text/css2'])
    assert.equal(seenIn(`<style type="${type}">${css}</style><p>told</p>`), 'told', type);
  for (const tag of ['noscript', 'template'])
    assert.equal(seenIn(`<body><${tag}><style>${css}</style></${tag}><p>told</p>`), 'told', tag);
});

test('what a browser closes by itself is shown if a style displays it', () => {
  for (const start of ['<dialog', '<div popover', '<div hidden']) {
    assert.equal(seenIn(`${start}>secret`), '', start);
    assert.equal(seenIn(`${start} style="display:block">told`), 'told', start);
  }
  assert.equal(seenIn('<p aria-hidden="TRUE">secret</p><p aria-hidden="false">told</p>'), 'told');
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

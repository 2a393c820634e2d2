import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from './index.ts';

const SEEN =
  'The harbour was built in 1887 and has been widened twice since, each time at the cost of the town.';
const isRead = (html: string) =>
  readBlocks(`<main><p>${SEEN}</p><p>It is open.</p>${html}</main>`).some(({ text }) =>
    text.includes('Secret'),
  );

test('text that nobody can see or open is left out', () => {
  for (const style of [
    ...['display:none', 'DISPLAY : none !important', 'd\\69splay:none', 'visibility:hidden', 'opacity:.01'],
    ...['content-visibility:hidden', 'filter:opacity(0)', 'color:transparent', 'color:rgba(0,0,0,0)'],
    ...['font-size:0', 'font-size:1px', 'text-indent:-9999px', 'margin-left:-9999px'],
    ...['position:absolute;left:-9999px', 'position:absolute;clip:rect(0,0,0,0)', 'clip-path:inset(100%)'],
    ...['clip-path:circle(0)', 'transform:scale(0)', 'transform:translateX(-9999px)'],
    ...['height:0;overflow:hidden', 'max-height:0;overflow:hidden', 'color:#fff;background:#ffffff'],
    ...['width:1px;height:1px;overflow:hidden', 'd\\isplay:none', 'clip:rect(1px,1px,1px,1px)'],
    ...['clip-path:inset(50% 0)', 'color:#11223300'],
  ]) {
    assert.ok(!isRead(`<p style="${style}">Secret</p>`), style);
    assert.ok(!isRead(`<style>.x{${style}}</style><p class=x>Secret</p>`), `.x{${style}}`);
    assert.ok(
      !isRead(`<style>main > .x:last-child{${style}}</style><p class=x>Secret</p>`),
      `main > .x{${style}}`,
    );
  }
  for (const html of [
    ...['<p hidden>Secret</p>', '<template>Secret</template>', '<noscript>Secret</noscript>'],
    ...['<dialog>Secret</dialog>', '<!-- Secret -->', '<p title="Secret">x</p>', '<p popover>Secret</p>'],
    ...['<input type=hidden value=Secret>', '<iframe srcdoc="Secret"></iframe>', '<script>Secret</script>'],
    ...['<object data=x>Secret</object>', '<svg><desc>Secret</desc></svg>', '<p data-note=Secret>x</p>'],
    '<p><img alt=Secret> x</p>',
  ])
    assert.ok(!isRead(html), html);
});

test('white letters on a page without backgrounds are not seen', () => {
  assert.ok(!isRead('<p style="color: white">Secret</p>'));
  assert.ok(isRead('<div style="background:#036"><p style="color: white">Secret</p></div>'));
  assert.ok(isRead('<link rel=stylesheet href=a.css><p style="color: white">Secret</p>'));
});

test('ordinary styles hide nothing', () => {
  for (const style of [
    ...['color:red', 'color:#fff;background:#000', 'background:#fff', 'font-size:80%', 'height:0'],
    ...['max-height:100%', 'opacity:.5', 'opacity:0;transition:opacity 1s', 'opacity:0;animation:in 1s'],
    ...['overflow:hidden', 'width:100%;overflow:auto', 'margin-left:-15px', 'left:-10px', 'display:var(--a)'],
    ...['transform:translate(-50%,-50%)', 'left:10px', 'color:#000f00;background:#000000'],
  ])
    assert.ok(isRead(`<p style="${style}">Secret</p>`), style);
});

test('the last rule counts, important ones more, and rules for paper do not', () => {
  const read = (css: string) => isRead(`<style>${css}</style><p class="x y">Secret</p>`);
  assert.ok(read('.x{display:none}.x.y{display:block}'));
  assert.ok(!read('.x{display:none!important}.x.y{display:block}'));
  assert.ok(!read('.x{display:none}@media print{.x{display:block}}'));
  assert.ok(read('@media print{.x{display:none}}'));
  for (const narrow of ['max-width:600px', 'width < 600px', 'width<=600px', 'width > 100em'])
    assert.ok(read(`@media (${narrow}){.x{display:none}}`), narrow);
  for (const wide of ['width >= 600px', '20em < width', '600px <= width <= 2000px', 'width > 37.5rem'])
    assert.ok(!read(`@media (${wide}){.x{display:none}}`), wide);
  assert.ok(read('@media (600px <= width < 900px){.x{display:none}}'));
  assert.ok(!read('@media screen and (min-width:600px){.x{display:none}}'));
  assert.ok(!read('main{.x{display:none}}'));
  assert.ok(!read('/* } */ .z::before{content:"}"} .x{display:none}'));
  assert.ok(read('.x:hover{display:none}'));
});

test('elements shown as blocks are apart', () => {
  const spans = '<span style="display:block">Height</span><span style="display:block">9 m</span>';
  assert.equal(readBlocks(`<main><p>${SEEN}</p><div>${spans}</div></main>`).at(-1)?.text, 'Height: 9 m');
});

test('something inside hidden text may show again, as in browsers', () => {
  assert.ok(isRead('<div style="visibility:hidden">x<p style="visibility:visible">Secret</p></div>'));
  assert.ok(isRead('<div style="font-size:0"><p style="font-size:16px">Secret</p></div>'));
  assert.ok(!isRead('<div style="display:none"><p style="display:block">Secret</p></div>'));
});

test('what a visitor can open is read', () => {
  for (const panel of [
    '<h3><button aria-controls=a aria-expanded=false>More</button></h3><p>x</p><div id=a hidden>Secret</div>',
    '<h3><button>More</button></h3><div hidden>Secret</div>',
    '<h3>More</h3><div style="display:none">Secret</div>',
    '<div class=q><button>More</button></div><div class=a style="max-height:0;overflow:hidden">Secret</div>',
    '<a href="#a" data-toggle=collapse>More</a><p>x</p><div id=a style="display:none">Secret</div>',
    '<button data-bs-target="#a">More</button><p>x</p><div id=a style="display:none">Secret</div>',
    '<dl><dt role=button>More</dt><dd hidden>Secret</dd></dl>',
    '<p>x</p><div hidden=until-found>Secret</div>',
    '<button commandfor=a command=show-modal>More</button><p>x</p><dialog id=a>Secret</dialog>',
    '<button popovertarget=a>More</button><p>x</p><div popover id=a>Secret</div>',
    '<button data-bs-target="#a">More</button><p>x</p><div id=a role=dialog style="display:none">Secret</div>',
    '<ul><li>A</li><li>B</li></ul><div class=a>x</div><div class=b hidden>Secret</div>',
    '<p>A</p><div class=a hidden>x</div><p>B</p><div class=a hidden>Secret</div>',
    '<div><b>A</b><div hidden>x</div></div><div><b>B</b><div hidden>Secret</div></div>',
    '<details><summary>More</summary><p>Secret</p></details>',
    '<div role=tablist><button role=tab>A</button></div><div role=tabpanel>x</div><div role=tabpanel hidden>Secret</div>',
    '<ul><li>A</li><li>B</li></ul><div class=p>x</div><div class=p style="display:none">Secret</div>',
    '<p>x</p><div class=p>x</div><div class=p style="display:none">Secret</div><div><button>‹</button><button>›</button></div>',
    `<p>x</p><div style="display:none">Secret</div><button onclick="open('a')">Read more</button>`,
    `<button onclick="show('ab')">More</button><p>x</p><div id=ab style="display:none">Secret</div>`,
    '<input type=checkbox id=c><label for=c>More</label><div style="height:0;overflow:hidden">Secret</div>',
  ])
    assert.ok(isRead(panel), panel);
});

test('a window in front of the page, and text moved out of sight, are not panels unless something opens them', () => {
  for (const panel of [
    '<button>More</button><div id=a role=dialog hidden>Secret</div>',
    '<button>More</button><dialog id=a>Secret</dialog><div popover id=b>Secret</div>',
    '<ul><li><span>Lamp</span><span style="display:none">Secret</span></li></ul>',
    '<button>More</button><div style="position:absolute;left:-9999px">Secret</div>',
    '<button>More</button><div style="font-size:0">Secret</div>',
    '<p>A paragraph.</p><div hidden>Secret</div>',
  ])
    assert.ok(!isRead(panel), panel);
});

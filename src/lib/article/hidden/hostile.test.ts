import { test } from 'node:test';
import { assertBounded } from '../../../../test/support/bounded.ts';
import { assertProportional } from '../../../../test/support/proportional.ts';
import { seenIn } from '../../../../test/support/seen-text.ts';

const PARAGRAPHS = '<p class=x>a</p>'.repeat(5_000);
const each = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('');

const page = (css: string, body = PARAGRAPHS) => `<style>${css}</style>${body}`;
const DEEP = `${'<div>'.repeat(380)}${PARAGRAPHS}`;

const PAGES: Readonly<Record<string, string>> = {
  'ten thousand properties under elements with their own': page(
    `:root{${each(10_000, (i) => `--v${i}:1;`)}}`,
    each(5_000, (i) => `<p style="--a:${i}">a</p>`),
  ),
  'registered properties under elements with their own': page(
    each(10_000, (i) => `@property --p${i}{initial-value:1}`),
    each(5_000, (i) => `<p style="--a:${i}">a</p>`),
  ),
  'a rule with ten thousand declarations': page(`*{${'color:var(--x);'.repeat(10_000)}}`),
  'fallbacks in fallbacks': page(`p{display:${'var(--x,'.repeat(240)}none${')'.repeat(240)}}`),
  'layers in layers by name': page(`@layer ${'a.'.repeat(50_000)}a;.x{top:0}`),
  'layers in layers': page('@layer a{'.repeat(50_000)),
  'rules for one class': page('.x{top:0}'.repeat(100_000)),
  'many ends of a scope': page(`@scope(.a) to (${'.b,'.repeat(2_000)}.c){${'.x{top:0}'.repeat(2_000)}}`),
  'frames of an animation': page(`@keyframes k{${'to{top:0}'.repeat(20_000)}} p{animation:k 1s forwards}`),
  'animations of an element': page(
    `${each(500, (i) => `@keyframes k${i}{to{top:0}}`)} p{animation-name:${each(500, (i) => `k${i},`)}k}`,
  ),
  'languages deep inside': page('p:lang(zz){top:0}'.repeat(2_000), DEEP),
  'relatives deep inside': page(':has(.zz){top:0}', DEEP),
};
for (const [name, html] of Object.entries(PAGES)) {
  test(`ends soon with ${name}`, () => assertBounded(() => seenIn(html)));
}

for (const piece of [' ', '*', '* ', 'a ', ':', '\\', 'a|', '(', '/', '-', '@a ', '{}']) {
  test(`takes time in proportion to a sheet of "${piece}"`, () =>
    assertProportional((chars) => {
      const css = piece.repeat(chars / piece.length);
      return seenIn(`<style>${css}!x</style><style>${css}{top:0}</style><p class=x>a</p>`);
    }, 50_000));
}

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

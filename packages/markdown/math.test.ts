import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { readMarkdown } from './index.ts';
import { ALLOWED_MATH_ATTRIBUTES, ALLOWED_MATH_TAGS, loadFormulas, toMathMl } from './math.ts';

const htmlOf = (markdown: string) => readMarkdown(markdown, { sources: [] }).html;

before(loadFormulas);

test('a formula within a line becomes MathML', () => {
  assert.equal(
    htmlOf('It is $E = mc^2$.'),
    '<p dir="auto">It is <math><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>' +
      '</math>.</p>\n',
  );
});

test('a number or a comparison between dollar signs is a formula, and prices are not', () => {
  for (const markdown of ['Near $1$ they agree.', 'So $31{,}5 > 30$ holds.', 'If $n < 10$, stop.'])
    assert.match(htmlOf(markdown), /<math>/, markdown);
  for (const markdown of ['From $5 to $10.', 'A fee of $5, or 5$.', '$5>$4', 'It costs $ 5 $.'])
    assert.doesNotMatch(htmlOf(markdown), /<math/, markdown);
});

test('a formula between double delimiters, and an environment, get a line of their own', () => {
  for (const markdown of [
    '$$\\frac{a}{b}$$',
    '\\[\\frac{a}{b}\\]',
    '\\begin{pmatrix} a \\\\ b \\end{pmatrix}',
  ])
    assert.match(htmlOf(markdown), /<math display="block">/, markdown);
});

test('what is no valid formula is shown as it was written', () => {
  for (const markdown of ['$\\undefined_1$', '$\\frac{a_1$', '$\\def\\a{\\a\\a}\\a$'])
    assert.ok(htmlOf(markdown).includes(markdown), htmlOf(markdown));
});

test('a formula has no address, style, identifier or class', () => {
  for (const tex of [
    ...['\\href{javascript:alert(1)}{x_1}', '\\url{https://a.test}', '\\class{a}{x_1}', '\\id{a}{x_1}'],
    ...['\\style{color:red}{x_1}', '\\includegraphics{https://a.test/x.png}'],
    ...['\\text{<img src=x onerror=alert(1)>}_1', '\\color{red} x_1', '\\boxed{\\cancel{x_1}}'],
    '\\begin{align} a &= b \\\\ c &= d \\end{align}',
  ])
    assertOnlyAllowed(toMathMl(tex, 'block') ?? '');
});

test('no formula, however hostile, has more than the allowed elements and attributes', () => {
  const pieces = [
    ...['\\frac', '{', '}', '^', '_', '<', '>', '"', '&', 'x', '1', '\\text{', '\\href', '\\left(', ' '],
  ];
  const tex = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 40 });
  fc.assert(
    fc.property(tex, (parts) => assertOnlyAllowed(toMathMl(parts.join(''), 'inline') ?? '')),
    { numRuns: 120 },
  );
});

test('a deep formula is shown as it was written', () => {
  assert.equal(toMathMl(`${'\\sqrt{'.repeat(66)}x${'}'.repeat(66)}`, 'inline'), null);
});

function assertOnlyAllowed(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([^\s>]*)([^>]*)>/g)) {
    assert.ok(ALLOWED_MATH_TAGS.has(name), html);
    for (const [, attribute = ''] of attributes.matchAll(/([\w-]+)=/g))
      assert.ok(ALLOWED_MATH_ATTRIBUTES.has(attribute), html);
  }
}

test('if the parser cannot be loaded, formulas are shown as written', () => {
  const library = new URL('./index.ts', import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const resolve = (name, context, next) => next(name === 'temml' ? 'node:nothing' : name, context);
    registerHooks({ resolve });
    const { loadFormulasFor, readMarkdown } = await import(${JSON.stringify(library)});
    await loadFormulasFor('So $x^2$.');
    console.log(readMarkdown('So $x^2$.').html);
  `;
  const shown = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.match(shown, /So .*x\^2/);
  assert.doesNotMatch(shown, /<math>/);
});

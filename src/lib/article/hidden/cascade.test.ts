import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCascade } from './cascade.ts';
import type { Variables } from './computed-style.ts';
import { readDeclarations } from './declarations.ts';
import type { StyleRule } from './rule-index.ts';

/** A rule with these declarations; only its place in the cascade matters here. */
const ruleOf = (order: number, specificity: number, body: string): StyleRule =>
  ({ order, specificity, declarations: readDeclarations(body) }) as unknown as StyleRule;

/** The value of `display` that results from rules and inline declarations. */
function displayOf(rules: readonly StyleRule[], inline = '', outer: Variables | null = null) {
  const { styles } = createCascade()([...rules], readDeclarations(inline), outer);
  return styles.get('display');
}

const outerOf = (own: Readonly<Record<string, string>>, outer: Variables | null = null): Variables => {
  return { own: new Map(Object.entries(own)), outer };
};

test('the most specific rule wins, among equals the last one, and before both the inline style', () => {
  const rules = [ruleOf(2, 1, 'display:block'), ruleOf(0, 2, 'display:none'), ruleOf(1, 1, 'display:inline')];
  assert.equal(displayOf(rules), 'none');
  assert.equal(displayOf(rules.filter(({ specificity }) => specificity === 1)), 'block');
  assert.equal(displayOf(rules, 'display:grid'), 'grid');
});

test('what is important wins over every other declaration, also over an inline one', () => {
  const important = ruleOf(0, 1, 'display:none !important');
  assert.equal(displayOf([important, ruleOf(1, 2, 'display:block')], 'display:grid'), 'none');
  assert.equal(displayOf([important], 'display:grid !important'), 'grid');
});

test('a variable is looked up in the element, then in those around it, then in its fallback', () => {
  const rules = [ruleOf(0, 1, 'display:var(--a, block)')];
  assert.equal(displayOf(rules), 'block');
  assert.equal(displayOf(rules, '', outerOf({ '--b': 'none' }, outerOf({ '--a': 'none' }))), 'none');
  assert.equal(displayOf(rules, '--a:grid', outerOf({ '--a': 'none' })), 'grid');
  assert.equal(displayOf([ruleOf(0, 1, 'display:var(--a)')]), undefined);
});

test('variables may refer to variables eight times, and never without end', () => {
  const chain = (length: number) => {
    const names = Array.from({ length }, (_, at) => [`--v${at}`, at === 0 ? 'none' : `var(--v${at - 1})`]);
    return displayOf([], `display:var(--v${length - 1})`, outerOf(Object.fromEntries(names)));
  };
  assert.equal(chain(8), 'none');
  assert.equal(chain(9), undefined);
  assert.equal(displayOf([], 'display:var(--a)', outerOf({ '--a': 'var(--a)' })), undefined);
});

test('the elements of a page that share their rules share their styles, but not their variables', () => {
  const cascade = createCascade();
  const rules = () => [ruleOf(0, 1, 'display:none')];
  const [one, other] = [outerOf({ '--a': 'x' }), outerOf({ '--a': 'y' })];
  const [first, second] = [cascade(rules(), [], one), cascade(rules(), [], other)];
  assert.equal(second.styles, first.styles);
  assert.deepEqual([first.variables, second.variables], [one, other]);
  const variable = () => [ruleOf(1, 1, 'display:var(--b)')];
  assert.equal(cascade(variable(), [], outerOf({ '--b': 'none' })).styles.get('display'), 'none');
  assert.equal(cascade(variable(), [], outerOf({ '--b': 'grid' })).styles.get('display'), 'grid');
});

test('a declaration with a variable costs far more than one without', () => {
  const costOf = (body: string) => createCascade()([ruleOf(0, 1, body)], [], null).cost;
  assert.ok(costOf('display:var(--a)') > 50 * costOf('display:none'));
  assert.equal(costOf('display:none;color:red'), 2 * costOf('display:none'));
});

import type { AnyNode } from 'acorn';
import type { Place } from './syntax.ts';
import { isInTable } from './words-only.ts';

/** One change to a source: the characters from `start` to `end` become `text`. */
export type Change = { readonly start: number; readonly end: number; readonly text: string };
/** The changes that an operator makes to a place in the code; none if it does not apply. */
type Operator = (place: Place, source: string) => readonly Change[];

const swaps: Readonly<Record<string, readonly [operator: string, kind: string]>> = {
  '<': ['<=', 'boundary'],
  '<=': ['<', 'boundary'],
  '>': ['>=', 'boundary'],
  '>=': ['>', 'boundary'],
  '===': ['!==', 'equality'],
  '!==': ['===', 'equality'],
  '+': ['-', 'arithmetic'],
  '-': ['+', 'arithmetic'],
  '*': ['/', 'arithmetic'],
  '/': ['*', 'arithmetic'],
  '%': ['*', 'arithmetic'],
  '**': ['*', 'arithmetic'],
  '<<': ['>>', 'arithmetic'],
  '>>': ['<<', 'arithmetic'],
  '>>>': ['<<', 'arithmetic'],
  '&': ['|', 'arithmetic'],
  '|': ['&', 'arithmetic'],
  '&&': ['||', 'logical'],
  '||': ['&&', 'logical'],
  '??': ['&&', 'logical'],
  '+=': ['-=', 'assignment'],
  '-=': ['+=', 'assignment'],
  '*=': ['/=', 'assignment'],
  '/=': ['*=', 'assignment'],
  '??=': ['=', 'assignment'],
  '||=': ['=', 'assignment'],
};

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  pop: 'shift',
  add: 'delete',
  padStart: 'padEnd',
  padEnd: 'padStart',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
  allSettled: 'all',
  any: 'race',
};
/** Methods that can be left out, because they return the type that they are called on. */
const droppable: ReadonlySet<string> = new Set(
  (
    'filter slice sort toSorted reverse toReversed trim toLowerCase toUpperCase normalize replace ' +
    'replaceAll concat unref'
  ).split(' '),
);

/** The operators by name. The report shows the name next to the line. */
export const operators: Readonly<Record<string, Operator>> = {
  'condition-negated': ({ node }, source) => {
    if (!('test' in node) || node.test == null || node.type === 'SwitchCase') return [];
    return [around(node.test, `!(${textOf(node.test, source)})`)];
  },
  'operator-swapped': ({ node }, source) => swappedOperator(node, source),
  'number-changed': ({ node, around: outer }) => {
    if (node.type !== 'Literal' || typeof node.value !== 'number' || isInTable(outer)) return [];
    const { value } = node;
    if (!Number.isInteger(value)) return [around(node, String(value * 2))];
    if (value > 100) return [around(node, '0')];
    return [around(node, String(value + 1)), ...(value > 0 ? [around(node, String(value - 1))] : [])];
  },
  'boolean-flipped': ({ node }) =>
    node.type === 'Literal' && typeof node.value === 'boolean' ? [around(node, String(!node.value))] : [],
  'string-emptied': (place) => emptiedString(place),
  'anchor-removed': ({ node }) => {
    if (node.type !== 'Literal' || node.regex === undefined || node.regex === null) return [];
    const { pattern, flags } = node.regex;
    const changes: Change[] = [];
    if (pattern.startsWith('^')) changes.push(around(node, `/${pattern.slice(1) || '(?:)'}/${flags}`));
    if (/[^\\]\$$/.test(pattern)) changes.push(around(node, `/${pattern.slice(0, -1)}/${flags}`));
    return changes;
  },
  'not-removed': ({ node }, source) =>
    node.type === 'UnaryExpression' && (node.operator === '!' || node.operator === '-')
      ? [around(node, textOf(node.argument, source))]
      : [],
  'counter-turned': ({ node }, source) =>
    node.type === 'UpdateExpression'
      ? [
          around(
            node,
            textOf(node, source).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
          ),
        ]
      : [],
  'return-emptied': ({ node }) => {
    const given =
      node.type === 'ReturnStatement' ? node.argument : node.type === 'ArrowFunctionExpression' && node.body;
    // `false` is turned into `true` by another operator; `undefined` would have the same effect as `false`.
    if (!given || given.type === 'BlockStatement' || isUndefined(given) || isFalse(given)) return [];
    return [around(given, 'undefined')];
  },
  'call-removed': ({ node }) =>
    node.type === 'ExpressionStatement' && isCall(node.expression) ? [around(node, ';')] : [],
  'assignment-removed': ({ node }) =>
    node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression'
      ? [around(node, ';')]
      : [],
  'body-emptied': ({ node }) => {
    if (node.type === 'FunctionDeclaration' && node.body.body.length > 0) return [around(node.body, '{}')];
    if (node.type === 'CatchClause' && node.body.body.length > 0) return [around(node.body, '{}')];
    return [];
  },
  'await-removed': ({ node }, source) =>
    node.type === 'AwaitExpression' ? [around(node, `(${textOf(node.argument, source)})`)] : [],
  'using-removed': ({ node }) => {
    if (node.type !== 'VariableDeclaration') return [];
    const word = node.kind as string;
    return word === 'using' || word === 'await using'
      ? [{ start: node.start, end: node.start + word.length, text: 'const' }]
      : [];
  },
  'method-swapped': ({ node }) => {
    const property = calledProperty(node);
    const other =
      property === null || !Object.hasOwn(methods, property.name) ? undefined : methods[property.name];
    return property === null || other === undefined ? [] : [around(property, other)];
  },
  'method-removed': ({ node }, source) => {
    const property = calledProperty(node);
    if (property === null || !droppable.has(property.name) || node.type !== 'CallExpression') return [];
    return node.callee.type === 'MemberExpression' ? [around(node, textOf(node.callee.object, source))] : [];
  },
  'optional-chaining-removed': ({ node }, source) => {
    if ((node.type !== 'MemberExpression' && node.type !== 'CallExpression') || !node.optional) return [];
    const from = node.type === 'MemberExpression' ? node.object.end : node.callee.end;
    // The first part of a split text always exists; the compiler does not know that.
    if (/\.split\([^()]*\)\[0\]$/.test(source.slice(node.start, from))) return [];
    const at = source.indexOf('?.', from);
    const isDot = node.type === 'MemberExpression' && !node.computed;
    return [{ start: at, end: at + 2, text: isDot ? '.' : '' }];
  },
  'signal-cut': ({ node }) => {
    if (!isCall(node)) return [];
    const signal = node.arguments.find(
      (argument) => argument.type === 'Identifier' && argument.name === 'signal',
    );
    return signal === undefined ? [] : [around(signal, 'new AbortController().signal')];
  },
};

function swappedOperator(node: AnyNode, source: string): readonly Change[] {
  if (
    node.type !== 'BinaryExpression' &&
    node.type !== 'LogicalExpression' &&
    node.type !== 'AssignmentExpression'
  )
    return [];
  const swap = Object.hasOwn(swaps, node.operator) ? swaps[node.operator] : undefined;
  if (swap === undefined || (node.operator === '+' && (isText(node.left) || isText(node.right)))) return [];
  const start = source.indexOf(node.operator, node.left.end);
  const change = { start, end: start + node.operator.length, text: swap[0] };
  // `a ?? b && c` is not valid syntax: an operand that becomes a neighbour of the other operator gets
  // parentheses.
  if (swap[1] !== 'logical') return [change];
  return [around(node, `((${textOf(node.left, source)}) ${swap[0]} (${textOf(node.right, source)}))`)];
}

function emptiedString({ node, around: outer }: Place): readonly Change[] {
  const [parent] = outer;
  if (node.type === 'TemplateLiteral') {
    const isTagged = parent?.type === 'TaggedTemplateExpression';
    return isTagged || isInTable(outer) ? [] : [around(node, "''")];
  }
  if (node.type !== 'Literal' || typeof node.value !== 'string' || node.value === '') return [];
  const isKey = parent?.type === 'Property' && parent.key === node && parent.value !== node;
  return isKey || parent?.type === 'ImportExpression' || isInTable(outer) ? [] : [around(node, "''")];
}

function calledProperty(node: AnyNode) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed)
    return null;
  return node.callee.property.type === 'Identifier' ? node.callee.property : null;
}

const around = ({ start, end }: { start: number; end: number }, text: string): Change => ({
  start,
  end,
  text,
});
const textOf = ({ start, end }: { start: number; end: number }, source: string) => source.slice(start, end);
const isUndefined = (node: AnyNode) => node.type === 'Identifier' && node.name === 'undefined';
const isFalse = (node: AnyNode) => node.type === 'Literal' && node.value === false;
const isText = (node: { type: string; value?: unknown }) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

function isCall(node: { type: string }): node is AnyNode & { type: 'CallExpression' } {
  return node.type === 'CallExpression';
}

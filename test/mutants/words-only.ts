import type { AnyNode, CallExpression } from 'acorn';
import type { Place } from './syntax.ts';

/**
 * Calls whose arguments are texts for people: a failure's message, a log line, the description in a schema.
 */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'Failure',
  'Error',
  'TypeError',
  'RangeError',
  'describe',
  'meta',
]);
const LOGS = /(?:^|\.)(?:log|logger|console)\??\.\w+$/;
/** Properties that contain texts for people. */
const WORDS: ReadonlySet<string> = new Set([
  'message',
  'help',
  'description',
  'summary',
  'advice',
  'hint',
  'about',
]);

/**
 * Whether a place contains only texts for people, or no behaviour at all (imports): nothing there is changed.
 */
export function createIsWordsOnly(source: string): (place: Place) => boolean {
  const nameOf = (node: AnyNode) => source.slice(node.start, node.end);
  return ({ node }) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true;
    if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression')
      return LOGS.test(nameOf(node.expression.callee as AnyNode));
    if (node.type === 'NewExpression' || node.type === 'CallExpression')
      return FOR_PEOPLE.has(lastName(node as CallExpression));
    return node.type === 'Property' && node.key.type === 'Identifier' && WORDS.has(node.key.name);
  };
}

/** `describe` of `z.string().describe('...')`, `Failure` of `new Failure(...)`. */
function lastName({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return callee.property.name;
  return '';
}

/**
 * Whether a string or number outside all functions is in a list, a table or a call: such lists are data, not
 * logic.
 */
export function isInTable(around: readonly AnyNode[]): boolean {
  const holders = ['ArrayExpression', 'ObjectExpression', 'CallExpression', 'NewExpression'];
  return (
    around.some(({ type }) => holders.includes(type)) && !around.some(({ type }) => type.includes('Function'))
  );
}

import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, type Node, parse } from 'acorn';
import type { SourceFile } from './tree.ts';

/**
 * A function in a file, with the lines it covers and the parameters that are distinguished only by position.
 */
export type CountedFunction = {
  readonly file: string;
  readonly name: string;
  /** The first line, counted from one. */
  readonly line: number;
  readonly lines: number;
  readonly parameters: number;
};

const FUNCTIONS: readonly string[] = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** Every function in a TypeScript file, including nested functions. Files with JSX cannot be parsed here. */
export function functionsOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): readonly CountedFunction[] {
  const source = stripTypeScriptTypes(text);
  const options = {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
    locations: true,
  } as const;
  const found: CountedFunction[] = [];
  const walk = (node: AnyNode, parent: AnyNode | null) => {
    if (FUNCTIONS.includes(node.type)) found.push(toCounted(path, node, parent));
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node);
    }
  };
  walk(parse(source, options) as AnyNode, null);
  return found;
}

function toCounted(file: string, node: AnyNode, parent: AnyNode | null): CountedFunction {
  const { start, end } = node.loc ?? { start: { line: 0 }, end: { line: 0 } };
  const parameters = 'params' in node ? node.params.length : 0;
  return { file, name: nameOf(node, parent), line: start.line, lines: end.line - start.line + 1, parameters };
}

function nameOf(node: AnyNode, parent: AnyNode | null): string {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') {
    if (node.id) return node.id.name;
  }
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  const isMember = parent?.type === 'Property' || parent?.type === 'MethodDefinition';
  return isMember && parent.key.type === 'Identifier' ? parent.key.name : '(no name)';
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in (value as Node);
}

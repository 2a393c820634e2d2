import { readFileSync } from 'node:fs';

/** A schema of the OpenAPI document, as far as the types need it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
};

/** The document at `/openapi.json`. */
export type OpenApi = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };

/** The client in one file; its types are generated from the OpenAPI document. */
export const CLIENT = new URL('../examples/typescript/sayso.ts', import.meta.url);
/** The schemas that the client's calls use. */
const NAMES = [
  'AskRequest',
  'AskResponse',
  'ContextRequest',
  'ContextResponse',
  'SearchRequest',
  'SearchResponse',
  'Statement',
  'Health',
];
const [BEGIN, END] = ['// types: written by npm run docs:client\n', '// end of types\n'];

/** The client with the types of this document, before it is formatted. */
export function clientFor({ components: { schemas } }: OpenApi): string {
  const types = NAMES.map((name) => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`the document has no schema ${name}`);
    return `${commentOf(schema)}export type ${name} = ${typeOf(schema)};\n`;
  });
  const text = readFileSync(CLIENT, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error('the client lacks the marks between which its types are written');
  return `${text.slice(0, from + BEGIN.length)}\n${types.join('\n')}\n${text.slice(to)}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => plainTypeOf(type, schema))
    .join(' | ');
}

function plainTypeOf(type: string, { items, properties = {}, required = [] }: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `readonly (${typeOf(items ?? {})})[]`;
  if (type !== 'object') return type;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentOf(schema)}readonly ${name}${mark}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** The description as a comment in lines of at most 100 characters. */
function commentOf({ description }: Schema): string {
  if (description === undefined) return '';
  const lines = [''];
  for (const word of description.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length < 100) lines[lines.length - 1] = `${last} ${word}`.trimStart();
    else lines.push(word);
  }
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

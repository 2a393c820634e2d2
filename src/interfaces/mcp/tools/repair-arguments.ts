/** The JSON Schema of an object. */
export type JsonObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** The maximum number of items of a list in one string. */
const MAX_ITEMS = 50;

/**
 * The arguments as a model meant them: small models write `null` or an empty text for "none", numbers as
 * text, and a single text instead of a list. Arguments that the tool does not have are dropped. Values
 * without another meaning stay, for the schema to refuse; no arguments are `{}`.
 */
export function repairArguments(args: unknown, schema: JsonObjectSchema): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) return args;
  const properties = asRecord(schema.properties);
  const intended = Object.entries(args)
    .filter(([name, value]) => Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [name, repairValue(asRecord(properties[name]).type, value)] as const);
  return Object.fromEntries(intended);
}

function repairValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  if (type === 'array') return value.split(/[\s,]+/, MAX_ITEMS).filter((item) => item !== '');
  return value;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

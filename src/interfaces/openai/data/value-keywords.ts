/** A part of a JSON Schema that is not a boolean. */
export type Schema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, in words that follow its name; null if it satisfies the keyword. */
type ValueCheck = (value: unknown, argument: unknown, schema: Schema) => string | null;

/** The keywords of JSON Schema that restrict a value as a whole, in the order of their checks. */
export const VALUE_KEYWORDS: Readonly<Record<string, ValueCheck>> = {
  type(value, argument, { nullable }) {
    const types = [argument ?? []].flat();
    const isMatch = types.length === 0 || types.some((type) => isOfType(value, type));
    return isMatch || (value === null && nullable) ? null : `is not of the type ${types.join(' or ')}`;
  },
  const: (value, argument) =>
    JSON.stringify(value) === JSON.stringify(argument) ? null : 'is not the required value',
  enum: (value, argument) =>
    !Array.isArray(argument) || isOneOf(value, argument) ? null : 'is not one of the allowed values',
  minimum: bound(toNumber, (number, least) => number >= least),
  maximum: bound(toNumber, (number, most) => number <= most),
  exclusiveMinimum: bound(toNumber, (number, limit) => number > limit),
  exclusiveMaximum: bound(toNumber, (number, limit) => number < limit),
  multipleOf: bound(toNumber, isMultiple),
  minLength: bound(countChars, (count, least) => count >= least),
  maxLength: bound(countChars, (count, most) => count <= most),
  minItems: bound(countItems, (count, least) => count >= least),
  maxItems: bound(countItems, (count, most) => count <= most),
  minProperties: bound(countFields, (count, least) => count >= least),
  maxProperties: bound(countFields, (count, most) => count <= most),
};

/** The check of a limit on something that values of one type have; values of other types satisfy it. */
function bound(
  sizeOf: (value: unknown) => number | null,
  isWithin: (size: number, limit: number) => boolean,
): ValueCheck {
  return (value, limit) => {
    const size = typeof limit === 'number' ? sizeOf(value) : null;
    return size === null || isWithin(size, Number(limit)) ? null : 'is out of range';
  };
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function countChars(value: unknown): number | null {
  return typeof value === 'string' ? Array.from(value).length : null;
}

function countItems(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}

function countFields(value: unknown): number | null {
  return isObject(value) ? Object.keys(value).length : null;
}

/** 0.3 is a multiple of 0.1, although floating-point division gives a remainder. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return step <= 0 || Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  const text = JSON.stringify(value);
  const isContainer = (item: unknown) => typeof item === 'object' && item !== null;
  return allowed.some((item) => item === value || (isContainer(item) && JSON.stringify(item) === text));
}

/** The items of a list; none for anything else. */
export function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

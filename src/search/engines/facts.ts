/** A fact: its name and its value, both as text. */
export type NamedValue = readonly [name: string, value: string];

/** The maximum number of facts that are used of one object. */
export const MAX_FACTS = 30;
const MAX_DEPTH = 4;
const MAX_LIST_ITEMS = 20;

/**
 * The facts in a parsed JSON object, at most 30: `{"legs": 4, "eggs": {"max": 900}}` has the facts `legs: 4`
 * and `eggs max: 900`. Empty values and null are left out; a measured value and a place, as SearXNG's weather
 * has them, are one fact.
 */
export function factsOf(value: unknown): readonly NamedValue[] {
  const facts: NamedValue[] = [];
  collect(value, [], facts);
  return facts;
}

function collect(value: unknown, path: readonly string[], facts: NamedValue[]): void {
  if (facts.length >= MAX_FACTS) return;
  const text = textOf(value);
  if (text !== null) {
    if (text !== '') facts.push([path.join(' ').replaceAll('_', ' '), text]);
  } else if (path.length < MAX_DEPTH && typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value).slice(0, MAX_FACTS))
      collect(each, [...path, isList ? String(Number(key) + 1) : key], facts);
  }
}

/** The text of a value that is one fact, empty for no value; null for a value with facts of its own. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).trim();
  if (Array.isArray(value)) {
    const texts = value.slice(0, MAX_LIST_ITEMS).map((each) => (isObject(each) ? null : textOf(each)));
    return texts.includes(null) ? null : texts.filter(Boolean).join(', ');
  }
  if ('val' in value) return [value.val, 'unit' in value ? value.unit : ''].map(plain).join(' ').trim();
  if ('latitude' in value && 'name' in value) return plain(value.name);
  const isTime = 'datetime' in value && typeof value.datetime === 'string' && Object.keys(value).length === 1;
  return isTime ? plain(value.datetime) : null;
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

import { type DatedValue, timePhrase, toDated } from './dated-value.ts';
import { itemsOf } from './items.ts';
import { plainValue } from './plain-value.ts';
import type { Fact } from './profile.ts';

/** A longer value is split into items, with a sentence for each. */
const MAX_VALUE_CHARS = 260;

/** A note of this length says what it is about. */
const LONG_NOTE_CHARS = 100;
/** In place of the date of a value that hardly ever changes. */
const ALWAYS = '';

const OPTIONAL = /\[([^[\]]*)\]/g;
const PLACE = /\{([^{}|]*)\}/g;
const VERB = /\{([^{}|]*)\|([^{}|]*)\}/g;

/**
 * The wording of a chapter: sentence templates for each property, without the leading time and the final full
 * stop. `{country}` is the country, `{}` the value of the property, `{name}` the value of its part `name`,
 * and `{is|was}` a verb that is in the past tense for a date in the past. Text in `[...]` is left out if a
 * value in it is missing; the whole sentence is left out if a value outside brackets is missing.
 */
export type Wording = Readonly<Record<string, readonly string[]>>;

/** A property of a country, to be worded as sentences. */
type CountryFact = {
  readonly country: string;
  readonly property: string;
  readonly fact: Fact;
  /** Whether it hardly ever changes; its sentences then state no time of their own. */
  readonly isLasting?: boolean;
};

/** The sentences for a fact, each with the country and a year; `templates` are those of a `Wording`. */
export function factSentences(
  { country, property, fact, isLasting = false }: CountryFact,
  templates: readonly string[] = [],
): string[] {
  const values = isLasting ? lastingValues(fact) : valuesOf(fact);
  const used = new Set<string>();
  const sentences = templates.flatMap((template) => {
    const filled = fill(template, values);
    for (const name of filled?.used ?? []) used.add(name);
    return filled === null ? [] : sentencesWith(filled, country);
  });
  const rest = [...values].filter(([name]) => !used.has(name) && (templates.length === 0 || name === 'note'));
  return [
    ...sentences,
    ...rest.flatMap(([name, dated]) => sentencesWith(withoutTemplate(property, name, dated), country)),
  ];
}

/** A filled template around its first value, which may be split into items. */
type Filled = {
  readonly before: string;
  readonly value: string;
  readonly after: string;
  /** The names of all values in the template. */
  readonly used: readonly string[];
};

/**
 * The values of a property by the names of its parts; the property's own value has the empty name. Often,
 * only the last value has a date, so a value without a date gets that of the next value.
 */
function valuesOf({ text, parts }: Fact): Map<string, DatedValue> {
  const values = new Map<string, DatedValue>();
  let when: string | null = null;
  for (const [name, part] of Object.entries(parts).reverse()) {
    const dated = toDated(part);
    when = dated.when ?? when;
    values.set(name, { value: dated.value, when });
  }
  if (text !== null) {
    const { value, when: own } = toDated(text);
    values.set('', { value, when: own ?? when });
  }
  return values;
}

/** The values of a property that hardly ever changes, with their dates in the text. */
function lastingValues({ text, parts }: Fact): Map<string, DatedValue> {
  const all = Object.entries(text === null ? parts : { ...parts, '': text });
  return new Map(all.map(([name, part]) => [name, { value: part.replaceAll('++', ';'), when: ALWAYS }]));
}

function fill(template: string, values: ReadonlyMap<string, DatedValue>): Filled | null {
  const has = (part: string) =>
    [...part.matchAll(PLACE)].every(([, name = '']) => name === 'country' || hasValue(values, name));
  const kept = template.replace(OPTIONAL, (_, part: string) => (has(part) ? part : ''));
  if (!has(kept)) return null;
  const used = [...kept.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => name !== 'country');
  const [first = ''] = used;
  const { value, when } = valueIn(values, first);
  const at = kept.indexOf(`{${first}}`);
  const inWords = (part: string) =>
    part
      .replace(VERB, when === null || when === ALWAYS ? '$1' : '$2')
      .replace(PLACE, (place, name: string) =>
        name === 'country' ? place : plainValue(valueIn(values, name).value),
      );
  const after = inWords(kept.slice(at + first.length + 2));
  const before = inWords(withTime(kept.slice(0, at), when));
  return { before, value, after, used };
}

function valueIn(values: ReadonlyMap<string, DatedValue>, name: string): DatedValue {
  return values.get(name) ?? { value: '', when: null };
}

function hasValue(values: ReadonlyMap<string, DatedValue>, name: string): boolean {
  return plainValue(valueIn(values, name).value) !== '';
}

function withoutTemplate(property: string, name: string, { value, when }: DatedValue): Filled {
  const of = `${property.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())} of {country}`;
  const part = name === '' ? '' : ` (${name})`;
  if (name === 'note') return asRemark(property, { value, when });
  return { before: withTime(`the ${of}${part}: `, when), value, after: '', used: [] };
}

/** A note, with the property that it is about if it is too short to say so itself. */
function asRemark(property: string, { value, when }: DatedValue): Filled {
  const about = value.length < LONG_NOTE_CHARS ? property : '';
  const remark = [about, when === ALWAYS ? '' : timePhrase(when)].filter((each) => each !== '').join(', ');
  return { before: '{country}: ', value, after: remark === '' ? '' : ` (${remark})`, used: [] };
}

function sentencesWith({ before, value, after }: Filled, country: string): string[] {
  const items = itemsOf(value).map(plainValue);
  return (after === '' ? inPieces(items) : [items.join(', ')])
    .filter((piece) => piece !== '')
    .map((piece) => capitalize(`${before}${piece}${after}.`.replaceAll('{country}', country)));
}

/**
 * Adds the date of a value to the words before the value. The date goes before their verb or colon, so that
 * the sentence begins with its subject; without a verb and colon, it goes to the beginning.
 */
function withTime(words: string, when: string | null): string {
  const time = timePhrase(when);
  if (when === ALWAYS) return words;
  const verb = [...words.matchAll(VERB)].at(-1)?.index;
  const at = verb ?? words.lastIndexOf(':');
  if (at === -1) return `${capitalize(time)}, ${words}`;
  const head = words.slice(0, at).trimEnd();
  const rest = words.slice(at);
  if (verb === undefined) return `${head} ${time}${rest}`;
  if (head.endsWith(',')) return `${head} ${time}, ${rest}`;
  return when === null ? `${head}, ${time}, ${rest}` : `${head} ${time} ${rest}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins consecutive short items up to the length of a sentence. */
function inPieces(items: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const item of items) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + item.length > MAX_VALUE_CHARS) pieces.push(item);
    else pieces[pieces.length - 1] = `${last}, ${item}`;
  }
  return pieces;
}

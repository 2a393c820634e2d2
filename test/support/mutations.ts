import assert from 'node:assert/strict';
import { hostOf } from '@sayso/text/url.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit } from '../../src/core/source.ts';
import type { Upstream } from '../../src/net/upstream.ts';
import type { SearchBackend, SearchOutcome } from '../../src/search/search.ts';
import { serve } from './local-server.ts';
import { testUpstream } from './test-upstream.ts';

/** A recorded reply with one change. */
type Mutation = { readonly name: string; readonly text: string };

const forever = new AbortController().signal;
const VALUES: readonly unknown[] = [null, 7, true, 'text', '', {}, { nested: 'text' }, [], ['text'], [[7]]];

/** For each field of a JSON reply, at any depth: renamed, missing, null, and of every other type. */
export function jsonMutations(recorded: unknown): Mutation[] {
  return changes(recorded, '').map(([name, value]) => ({ name, text: JSON.stringify(value) ?? '' }));
}

function changes(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const here = `${path}.${key}`;
    const put = (entries: readonly [string, unknown][]) => {
      const all = Object.entries(value).flatMap((entry) => (entry[0] === key ? entries : [entry]));
      return Array.isArray(value) ? all.map(([, item]) => item) : Object.fromEntries(all);
    };
    const others = VALUES.filter(
      (other) => typeof other !== typeof inside || Array.isArray(other) !== Array.isArray(inside),
    );
    return [
      [`${here} missing`, put([])],
      [`${here} renamed`, put([[`${key}_new`, inside]])],
      ...[null, ...others].map((other) => [`${here} is ${JSON.stringify(other)}`, put([[key, other]])]),
      ...changes(inside, here).map(([name, changed]) => [name, put([[key, changed]])]),
    ] as [string, unknown][];
  });
}

/**
 * For each element of an XML reply, all of its kind and only the first: renamed, missing, unclosed, empty,
 * with elements in place of text.
 */
function xmlMutations(recorded: string): Mutation[] {
  const names = new Set([...recorded.matchAll(/<([a-z][\w:]*)[\s>]/gi)].map((match) => match[1] ?? ''));
  return [...names].flatMap((name) =>
    ['g', ''].flatMap((flags) => {
      const element = new RegExp(`<${name}(?=[\\s>])[^>]*>([\\s\\S]*?)</${name}>`, flags);
      const filled = (content: string) => recorded.replace(element, `<${name}>${content}</${name}>`);
      const kind = `${name} ${flags === '' ? 'once' : 'everywhere'}`;
      return [
        { name: `${kind} missing`, text: recorded.replace(element, '') },
        { name: `${kind} renamed`, text: recorded.replace(element, '<other>$1</other>') },
        { name: `${kind} never closed`, text: recorded.replace(element, `<${name}>$1`) },
        ...['', '<other><more/></other>'].map((content) => {
          return { name: `${kind} is ${JSON.stringify(content)}`, text: filled(content) };
        }),
      ];
    }),
  );
}

/**
 * For each kind of element of a page, and each class and id: renamed, missing, empty, with elements in place
 * of text. The parser closes unclosed elements, as a browser does.
 */
export function htmlMutations(recorded: string): Mutation[] {
  const elements = xmlMutations(recorded).filter(({ name }) => !name.endsWith('never closed'));
  const marks = [...recorded.matchAll(/(?:class|id)="([^"]+)"/g)].flatMap(
    (match) => match[1]?.split(' ') ?? [],
  );
  const renamed = [...new Set(marks)].filter(Boolean).flatMap((mark) =>
    ['g', ''].map((flags) => {
      const place = new RegExp(`(?<=(?:class|id)="(?:[^"]* )?)${mark}(?=[ "])`, flags);
      return { name: `${mark} renamed (${flags})`, text: recorded.replace(place, `${mark}-new`) };
    }),
  );
  return [...elements, ...renamed];
}

/** Replies that are broken entirely; the outcome of each must be `failed`. */
const BROKEN = ['', 'null', '7', '"text"', 'true', '[]', '{}', '{"results"', '<html>Log in</html>', '\u0000'];

/**
 * A back-end with any mutation of a recorded reply fails, is empty, or has hits of the intact reply that may
 * lack the changed part: never text that is not in the intact reply.
 */
export async function assertSurvives(
  create: (upstream: Upstream, url: string) => SearchBackend,
  recorded: { readonly text: string; readonly type: string; readonly mutations: readonly Mutation[] },
): Promise<void> {
  let body = recorded.text;
  await using server = await serve((_request, response) => {
    response.setHeader('content-type', recorded.type).end(body);
  });
  await using upstream = testUpstream();
  const backend = create(upstream, server.url);
  const outcomeOf = (text: string) => {
    body = text;
    return backend.search({ text: 'axolotl', limit: 10, scope: ANY_SCOPE }, forever);
  };
  const intact = await outcomeOf(recorded.text);
  assert.ok(intact.status === 'ok' && intact.hits.length > 1, JSON.stringify(intact));
  assert.ok(recorded.mutations.length > 20, 'there is something to change');
  const seen = new Set<string>();
  for (const { name, text } of recorded.mutations) {
    const outcome = await outcomeOf(text);
    seen.add(outcome.status);
    assertNothingNew(outcome, intact, name);
  }
  assert.ok(seen.has('ok') && seen.has('failed'), `only ${[...seen]} came out`);
  for (const text of BROKEN) assert.equal((await outcomeOf(text)).status, 'failed', JSON.stringify(text));
}

function assertNothingNew(outcome: SearchOutcome, intact: SearchOutcome, name: string): void {
  if (outcome.status === 'failed') assert.match(outcome.cause, /^\w.{10,}$/, name);
  if (outcome.status !== 'ok' || intact.status !== 'ok') return;
  assert.ok(outcome.hits.length > 0, name);
  for (const hit of outcome.hits) {
    const same: Hit | undefined = intact.hits.find(({ url }) => url === hit.url);
    const shown = `${name}: ${JSON.stringify(hit)}`;
    assert.ok(same, shown);
    assert.ok(hit.title === same.title || hit.title === hostOf(hit.url), shown);
    assert.ok(isPartOf(hit.snippet, same.snippet) && isPartOf(hit.text ?? '', same.text ?? ''), shown);
  }
}

/** True if the words of the first text occur in the second in the same order. */
function isPartOf(part: string, whole: string): boolean {
  const words = whole.split(/\s+/)[Symbol.iterator]();
  return part
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => words.some((other) => other === word));
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { entries, moduleOf } from '../bench/fuzz-time/entries.ts';
import { findInstant } from '../src/lib/instant/find-instant.ts';

/**
 * A word that every object inherits during these tests, as it inherits `constructor`. Code that looks it up
 * in a table, instead of asking for the table's own keys, is noted with its place.
 */
const WORD = 'walrusx';
const spellings = [WORD, 'Walrusx', 'WALRUSX'];
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Runs `work` and returns the places in `src/` that looked the word up. */
async function placesThatLookUp(work: () => Promise<void>): Promise<string[]> {
  const places = new Set<string>();
  const get = () => {
    const [, , caller = ''] = (new Error().stack ?? '').split('\n');
    const at = caller.indexOf('/src/');
    if (caller.includes(SOURCES)) places.add(caller.slice(at).replace(/:\d+\)?$/, ''));
    return undefined;
  };
  for (const name of spellings) Object.defineProperty(Object.prototype, name, { configurable: true, get });
  try {
    await work();
  } finally {
    for (const name of spellings) Reflect.deleteProperty(Object.prototype, name);
  }
  return [...places].sort();
}

/** Texts with the word in every place where a reader may take a word for a key. */
function textsWith(fragments: readonly string[]): readonly string[] {
  const w = WORD;
  return [
    ...fragments.flatMap((fragment) => [fragment + w, w + fragment, fragment.replace(/\p{L}+/u, w)]),
    w,
    `The ${w} of 5 ${w} is not ${w}, $5 ${w}, 5${w} per ${w} ${w} 2024 (XIV ${w}) [1]. See \`${w}\`.`,
    `$\\${w}{5} + \\frac{${w}}{2}^${w}$ **${w}**\n\n\`\`\`${w}\n${w}\n\`\`\`\n\n[${w}](${w}:${w})`,
    `---\n${w}: ${w}\n---\n${w}`,
    `{"${w}":"${w}","type":"${w}","code":"${w}","error":{"code":"${w}","type":"${w}"},"role":"${w}"}`,
    `<${w} ${w}="${w}" class="${w}" style="${w}:${w};width:5${w}">&${w};</${w}><style>.${w}:${w}{${w}:${w}}` +
      `@media (${w}:${w}){.${w}{color:${w}}}</style><meta name="${w}" content="${w}">` +
      `<p role="${w}">A ${w}.</p>`,
  ];
}

test('no word of a text finds what every object inherits', { timeout: 600_000 }, async () => {
  const places = await placesThatLookUp(async () => {
    for (const entry of entries.filter((each) => moduleOf(each) !== 'service/serve.ts'))
      for (const text of textsWith(entry.fragments ?? []))
        try {
          await entry.run(entry.prepare?.(text) ?? text);
        } catch {
          // Such text may be refused.
        }
  });
  assert.deepEqual(places, []);
});

test('no word of a question with an instant answer finds what every object inherits', async () => {
  const goldens: unknown = JSON.parse(readFileSync(new URL('instant/goldens.json', import.meta.url), 'utf8'));
  const places = await placesThatLookUp(async () => {
    for (const question of questionsIn(goldens))
      for (const [at] of question.matchAll(/\p{L}+/gu).map(({ index }) => [index]))
        findInstant(question.slice(0, at) + question.slice(at).replace(/^\p{L}+/u, WORD), { nowMs: 0 });
  });
  assert.deepEqual(places, []);
  for (const question of ['time in constructor', '5 constructor to toString', 'constructor to valueOf'])
    assert.equal(findInstant(question, { nowMs: 0 }), null);
});

/** The questions of the table: the keys whose values are texts. */
function questionsIn(table: unknown): readonly string[] {
  if (typeof table !== 'object' || table === null) return [];
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : questionsIn(value),
  );
}

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calledFunctions } from '../../bench/fuzz-time/called-functions.ts';
import { stopFuzzedService } from '../../bench/fuzz-time/entries/service.ts';
import { entries, moduleOf } from '../../bench/fuzz-time/entries.ts';
import type { Entry } from '../../bench/fuzz-time/entry.ts';
import { EXEMPT } from '../../bench/fuzz-time/exempt.ts';
import { type Shape, shapesFor } from '../../bench/fuzz-time/shapes.ts';
import { textFunctions } from '../../bench/fuzz-time/text-functions.ts';
import { assertProportional } from '../support/proportional.ts';

const SHAPES = 8;
const MAX_CHARS = 6_000;
const SHORT_CHARS = 400;

/**
 * Both tests go through all entries, which takes minutes on a busy machine.
 */
const timeout = 600_000;

/** A few shapes, different ones for each entry, so that all entries together get most shapes. */
function someShapes(entry: Entry, at: number): readonly Shape[] {
  const all = shapesFor(moduleOf(entry), entry.fragments ?? [], 1);
  const step = Math.floor(all.length / SHAPES);
  return Array.from({ length: SHAPES }, (_, each) => all[(at * 7 + each * step) % all.length]).filter(
    (shape) => shape !== undefined,
  );
}

function repeated(text: string): Shape {
  return { name: text, make: (chars) => text.repeat(Math.ceil(chars / text.length)) };
}

async function run(entry: Entry, shapes: readonly Shape[], chars: number): Promise<void> {
  for (const shape of shapes) {
    try {
      await entry.run(entry.prepare?.(shape.make(chars)) ?? shape.make(chars));
    } catch {
      // Hostile text may be refused.
    }
  }
}

/** Valid texts, so that the code after the parsing runs as well. */
const ORDINARY: readonly string[] = [
  'The **axolotl** is a salamander [1]. It was found in 1864, at 5 km, for $5 billion on 2024-01-02. ',
  '![a](b) `c` $x^2 + \\frac{1}{2}$ ``` d ``` ',
  '```\na\n```\n\n',
  '- [x] a\n- [ ] b\n\n',
  '<think>a</think>\nb ',
  '<div style="background:linear-gradient(red,blue);color:red;z-index:-1;position:absolute">The ' +
    'axolotl. </div>',
  '.a:nth-child(2n+1):hover{animation:b 1s;background:linear-gradient(red,blue);z-index:-1;color:red} ',
  '@layer c{.a{position:absolute}}@keyframes b{0%{color:red}100%{color:blue}} ',
];

after(stopFuzzedService);

test('every exported function that takes text gets hostile text, or has a reason why not', {
  timeout,
}, async () => {
  const called = await calledFunctions(async () => {
    for (const [at, entry] of entries.entries()) {
      const shapes = [...someShapes(entry, at), ...ORDINARY.map(repeated)];
      await run(entry, isService(entry) ? shapes.slice(-2) : shapes, Math.min(entry.maxChars, SHORT_CHARS));
    }
  });
  const missed = textFunctions()
    .map(({ module, name }) => `${module} ${name}`)
    .filter((name) => !called.has(name) && !isExempt(name));
  assert.deepEqual(missed, []);
});

test('no function takes much longer than in proportion to the length of hostile text', {
  timeout,
}, async () => {
  for (const [at, entry] of entries.entries()) {
    if (isService(entry)) continue;
    const shapes = someShapes(entry, at);
    await assertProportional(
      (chars) => run(entry, shapes, chars),
      Math.min(entry.maxChars, MAX_CHARS),
      entry.name,
    );
  }
});

/** Whole answers take longer than all other entries together. */
function isService(entry: Entry): boolean {
  return moduleOf(entry) === 'service/serve.ts';
}

function isExempt(name: string): boolean {
  return Object.keys(EXEMPT).some((beginning) => name.startsWith(beginning));
}

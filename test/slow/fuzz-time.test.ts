import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calledFunctions } from '../../bench/fuzz-time/called-functions.ts';
import type { Door } from '../../bench/fuzz-time/door.ts';
import { textFunctions } from '../../bench/fuzz-time/exports.ts';
import { libraryDoors } from '../../bench/fuzz-time/library-doors.ts';
import { serviceDoors, stopFuzzedService } from '../../bench/fuzz-time/service-doors.ts';
import { type Shape, someShapes } from '../../bench/fuzz-time/shapes.ts';
import { assertProportional } from '../support/proportional.ts';

const SHAPES = 8;
const MAX_CHARS = 6_000;
const SHORT_CHARS = 400;
/** All doors take minutes on a busy machine. */
const timeout = 600_000;

async function run({ run }: Door, shapes: readonly Shape[], chars: number): Promise<void> {
  for (const shape of shapes) {
    try {
      await run(shape.make(chars));
    } catch {
      // Hostile text may be refused.
    }
  }
}

/** Valid texts, so that the code after the parsing runs as well. */
const ORDINARY = [
  'The **axolotl** is a salamander [1]. It was found in 1864, at 5 km, for $5 billion on 2024-01-02. ',
  '![a](b) `c` $x^2 + \\frac{1}{2}$ ``` d ``` ',
  '- [x] a\n- [ ] b\n\n',
  '<div style="background:linear-gradient(red,blue);color:red;z-index:-1">The axolotl. </div>',
].map((text): Shape => ({ name: text, make: (chars) => text.repeat(Math.ceil(chars / text.length)) }));

after(stopFuzzedService);

test('every exported function of a library that takes text gets hostile text', { timeout }, async () => {
  const called = await calledFunctions(async () => {
    for (const [at, door] of (await libraryDoors()).entries())
      await run(
        door,
        [...someShapes(door.folder, SHAPES, at), ...ORDINARY],
        Math.min(door.maxChars, SHORT_CHARS),
      );
    for (const [at, door] of serviceDoors.entries())
      await run(
        door,
        [...someShapes(door.folder, 1, at), ...ORDINARY.slice(0, 1)],
        Math.min(door.maxChars, SHORT_CHARS),
      );
  });
  const missed = textFunctions()
    .filter(({ isPublic }) => isPublic)
    .map(({ library, module, name }) => `${library}/${module.slice(library.length + 1)} ${name}`)
    .filter((name) => !called.has(name));
  assert.deepEqual(missed, []);
});

test('no function of a library takes much longer than in proportion to the length of hostile text', {
  timeout,
}, async () => {
  for (const [at, door] of (await libraryDoors()).entries()) {
    const shapes = someShapes(door.folder, SHAPES, at);
    await assertProportional(
      (chars) => run(door, shapes, chars),
      Math.min(door.maxChars, MAX_CHARS),
      door.name,
    );
  }
});

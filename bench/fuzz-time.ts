// Sends hostile texts at their greatest length into everything that takes untrusted text: `npm run bench -- fuzz-time
// [--only NAME] [--seed 1] [--shapes 60]`. Nothing may block the event loop for long, or take time that grows faster
// than its text. A run tries some shapes of text at each door; another seed selects others, `--shapes 0` takes all.
import { parseArgs } from 'node:util';
import type { Door } from './fuzz-time/door.ts';
import { type Growth, growthOf, type Limits } from './fuzz-time/growth.ts';
import { libraryDoors } from './fuzz-time/library-doors.ts';
import { serviceDoors, stopFuzzedService } from './fuzz-time/service-doors.ts';
import { someShapes } from './fuzz-time/shapes.ts';
import { printLines } from './table.ts';

const LIMITS: Limits = { heldMs: 100, exponent: 1.3 };
const SHOWN = 40;

type Finding = { readonly door: Door; readonly shape: string; readonly growth: Growth };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    shapes: { type: 'string', default: '60' },
  },
});
const doors = [...(await libraryDoors()), ...serviceDoors].filter(({ name }) => name.includes(values.only));

const findings: Finding[] = [];
for (const door of doors) {
  const limits = door.isOnLoop ? LIMITS : { ...LIMITS, heldMs: Number.POSITIVE_INFINITY };
  const shapes = someShapes(door.folder, Number(values.shapes), Number(values.seed));
  const startedAtMs = performance.now();
  let worst = 0;
  for (const shape of shapes) {
    const work = (chars: number) => {
      const text = shape.make(chars);
      return () => door.run(text);
    };
    const growth = await growthOf(work, door.maxChars, limits);
    worst = Math.max(worst, growth.heldMs);
    findings.push({ door, shape: shape.name, growth });
  }
  const tookS = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stderr.write(
    `${door.name}: ${shapes.length} shapes, ${worst.toFixed(0)} ms at most, in ${tookS} s\n`,
  );
}

const onLoop = findings.filter(({ door }) => door.isOnLoop);
const blocking = onLoop.filter(({ growth }) => growth.heldMs > LIMITS.heldMs);
const growing = findings.filter(({ growth }) => (growth.exponent ?? 0) > LIMITS.exponent);
const highest = (all: readonly Finding[], of: (growth: Growth) => number) =>
  all.toSorted((one, other) => of(other.growth) - of(one.growth));
show(
  'holds the event loop',
  highest(blocking, ({ heldMs }) => heldMs),
);
show(
  'grows too fast',
  highest(growing, ({ exponent }) => exponent ?? 0),
);
const [slowest] = highest(onLoop, ({ heldMs }) => heldMs);
const [steepest] = highest(findings, ({ exponent }) => exponent ?? 0);
const isMet = printLines([
  {
    name: 'inputs',
    value: `${findings.length}, at ${doors.length} doors`,
    goal: '',
    isMet: true,
  },
  {
    name: 'longest time the event loop was blocked',
    value: slowest === undefined ? '' : `${slowest.growth.heldMs.toFixed(0)} ms (${slowest.door.name})`,
    goal: `at most ${LIMITS.heldMs} ms`,
    isMet: blocking.length === 0,
  },
  {
    name: 'fastest growth, as a power of the length',
    value:
      steepest === undefined ? '' : `${(steepest.growth.exponent ?? 0).toFixed(2)} (${steepest.door.name})`,
    goal: `at most ${LIMITS.exponent}`,
    isMet: growing.length === 0,
  },
]);
await stopFuzzedService();
process.exit(isMet ? 0 : 1);

function show(what: string, found: readonly Finding[]): void {
  if (found.length > 0) console.log(`\n${found.length} times: ${what}`);
  for (const { door, shape, growth } of found.slice(0, SHOWN)) {
    const exponent = growth.exponent === null ? '' : `, power ${growth.exponent.toFixed(2)}`;
    console.log(
      `  ${door.name}  ${shape.slice(0, 100)}  ${growth.heldMs.toFixed(0)} of ` +
        `${growth.cpuMs.toFixed(0)} ms${exponent}`,
    );
  }
}

// Runs everything that takes untrusted text with hostile text at its size limit: `npm run bench -- fuzz-time
// [--only NAME] [--seed 1] [--share 0.05]`. Nothing may block the event loop for long, or take time that grows
// faster than its text. A run takes a twentieth of the texts, in about three minutes; another seed selects
// others, and `--share 1` selects all.
import { parseArgs } from 'node:util';
import { stopFuzzedService } from './fuzz-time/entries/service.ts';
import { entries, moduleOf } from './fuzz-time/entries.ts';
import type { Entry } from './fuzz-time/entry.ts';
import { type Growth, growthOf, type Limits } from './fuzz-time/growth.ts';
import { shapesFor } from './fuzz-time/shapes.ts';
import { printLines } from './table.ts';

const LIMITS: Limits = { heldMs: 100, exponent: 1.3 };
const MIN_INPUTS = 5_000;
const SHOWN = 40;

type Finding = { readonly entry: Entry; readonly shape: string; readonly growth: Growth };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '0.05' },
  },
});
const seed = Number(values.seed);
const every = Math.max(1, Math.round(1 / Number(values.share)));
const chosen = entries.filter(({ name }) => name.includes(values.only));

let inputs = 0;
const findings: Finding[] = [];
for (const entry of chosen) {
  const limits = entry.place === 'loop' ? LIMITS : { ...LIMITS, heldMs: Number.POSITIVE_INFINITY };
  const shapes = shapesFor(moduleOf(entry), entry.fragments ?? [], seed);
  const startedAtMs = performance.now();
  let worst = 0;
  for (const [at, shape] of shapes.entries()) {
    if ((at + seed) % every !== 0) continue;
    const work = (chars: number) => {
      const text = entry.prepare?.(shape.make(chars)) ?? shape.make(chars);
      return () => entry.run(text);
    };
    const growth = await growthOf(work, entry.maxChars, limits);
    inputs++;
    worst = Math.max(worst, growth.heldMs);
    findings.push({ entry, shape: shape.name, growth });
  }
  const tookS = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stderr.write(
    `${entry.name}: ${shapes.length} shapes, ${worst.toFixed(0)} ms at most, in ${tookS} s\n`,
  );
}

const onLoop = findings.filter(({ entry }) => entry.place === 'loop');
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
    value: `${inputs}, of ${chosen.length} entries`,
    goal: `at least ${MIN_INPUTS}`,
    isMet: inputs >= MIN_INPUTS,
  },
  {
    name: 'longest time the event loop was blocked',
    value: slowest === undefined ? '' : `${slowest.growth.heldMs.toFixed(0)} ms (${slowest.entry.name})`,
    goal: `at most ${LIMITS.heldMs} ms`,
    isMet: blocking.length === 0,
  },
  {
    name: 'fastest growth, as a power of the length',
    value:
      steepest === undefined ? '' : `${(steepest.growth.exponent ?? 0).toFixed(2)} (${steepest.entry.name})`,
    goal: `at most ${LIMITS.exponent}`,
    isMet: growing.length === 0,
  },
]);
await stopFuzzedService();
process.exit(isMet ? 0 : 1);

function show(what: string, found: readonly Finding[]): void {
  if (found.length > 0) console.log(`\n${found.length} times: ${what}`);
  for (const { entry, shape, growth } of found.slice(0, SHOWN)) {
    const exponent = growth.exponent === null ? '' : `, power ${growth.exponent.toFixed(2)}`;
    console.log(
      `  ${entry.name}  ${shape.slice(0, 100)}  ${growth.heldMs.toFixed(0)} of ` +
        `${growth.cpuMs.toFixed(0)} ms${exponent}`,
    );
  }
}

import type { Colour } from './colour.ts';
import { toNumber } from './transform.ts';

/** How a filter changes colours, and what lies behind the element that it is not used on. */
export type Tint = {
  readonly change: (colour: Colour) => Colour;
  readonly behind: readonly Colour[] | null;
};

const FILTER = /\b(brightness|contrast|invert)\(([^()]*)\)/gi;
const CHANGES: Readonly<Record<string, (value: number, amount: number) => number>> = {
  brightness: (value, amount) => value * amount,
  contrast: (value, amount) => (value - 127.5) * amount + 127.5,
  invert: (value, amount) => value * (1 - amount) + (255 - value) * amount,
};

/** The filters of an element that change how light it is (Filter Effects 1, section 5); null where it has none. */
export function tintOf(
  filter: string | undefined,
  behind: readonly Colour[] | null,
  outer: Tint | null,
): Tint | null {
  if (filter === undefined) return outer;
  const changes = Array.from(filter.matchAll(FILTER), ([, name = '', amount = '']) => {
    const by = toNumber(amount) ?? 1;
    return (value: number) => Math.max(0, Math.min(255, CHANGES[name.toLowerCase()]?.(value, by) ?? value));
  });
  if (changes.length === 0) return outer;
  const one = (value: number) => changes.reduce((so, change) => change(so), value);
  const change = ([red, green, blue, alpha]: Colour): Colour => [one(red), one(green), one(blue), alpha];
  return { behind, change: outer === null ? change : (colour) => outer.change(change(colour)) };
}

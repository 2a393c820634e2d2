import type * as z from 'zod';
import type { RawHit } from './hits.ts';

/** The items that match the schema, parsed; others are skipped. */
export function parseEach<T>(items: readonly unknown[], shape: z.ZodType<T>): T[] {
  return items.flatMap((item) => {
    const parsed = shape.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * The same for a list of results; null if there are items but none matches, which means that the format has
 * changed.
 */
export function parseResults(items: readonly unknown[], shape: z.ZodType<RawHit>): RawHit[] | null {
  const raw = parseEach(items, shape);
  return raw.length === 0 && items.length > 0 ? null : raw;
}

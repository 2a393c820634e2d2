import * as z from 'zod';
import type { RawHit } from './hits.ts';

/** One service's names for the fields of a result. */
type FieldNames = {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly publishedAt?: string;
};

/**
 * Services return at most 100 results; validating an item takes a few microseconds, especially if it is
 * invalid.
 */
const MAX_ITEMS = 200;
/**
 * A text; anything else becomes an empty one. `catch` would create an error first, which takes most of the
 * time.
 */
export const TEXT = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value : ''));

/** The schema of a result with fields of these names; only the URL is required. */
export function resultWith({ url, title, snippet, publishedAt = '' }: FieldNames): z.ZodType<RawHit> {
  return z
    .object({ [url]: z.string(), [title]: TEXT, [snippet]: TEXT, [publishedAt]: TEXT })
    .transform((item) => ({
      url: item[url] ?? '',
      title: item[title],
      snippet: item[snippet],
      publishedAt: item[publishedAt],
    }));
}

/**
 * Reads the results from a reply; null if the reply has no list of results, or if none of its entries is a
 * result.
 */
export function readList(
  reply: z.ZodType<readonly unknown[]>,
  result: z.ZodType<RawHit>,
): (body: unknown) => RawHit[] | null {
  return (body) => {
    const list = reply.safeParse(body);
    return list.success ? parseResults(list.data, result) : null;
  };
}

/** The items among the first 200 that match the schema, parsed; others are skipped. */
export function parseEach<T>(items: readonly unknown[], shape: z.ZodType<T>): T[] {
  return items.slice(0, MAX_ITEMS).flatMap((item) => {
    const parsed = shape.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * The items of a list of results, parsed; null if there are items but none matches, because the format must
 * have changed.
 */
export function parseResults(items: readonly unknown[], shape: z.ZodType<RawHit>): RawHit[] | null {
  const raw = parseEach(items, shape);
  return raw.length === 0 && items.length > 0 ? null : raw;
}

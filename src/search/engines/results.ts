import * as z from 'zod';
import type { RawHit } from '../hits.ts';

// How the results in the reply of a service are read.

/** One service's names for the fields of a result. */
type FieldNames = {
  readonly url: string;
  readonly title: string;
  readonly snippet?: string;
  /** For services that send a list of passages in place of a snippet. */
  readonly passages?: string;
  readonly publishedAt?: string;
};

/** Services return at most 100 results; validating an item takes a few microseconds. */
const MAX_ITEMS = 200;
/** A text; anything else is empty. `catch` would create an error, which takes most of the time. */
export const TEXT = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value : ''));
/** Passages of a page, as one text. */
const PASSAGES = z
  .array(z.unknown())
  .catch([])
  .transform((passages) => parseEach(passages, z.string()).join(' … '));

/** The schema of a result with fields of these names; only the URL is required. */
export function resultWith({
  url,
  title,
  passages,
  snippet = passages ?? '',
  publishedAt = '',
}: FieldNames): z.ZodType<RawHit> {
  const snippetType = passages === undefined ? TEXT : PASSAGES;
  // A service without dates has no field with an empty name, so its dates become empty texts.
  return z
    .object({ [url]: z.string(), [title]: TEXT, [snippet]: snippetType, [publishedAt]: TEXT })
    .transform((item) => ({
      url: item[url] ?? '',
      title: item[title],
      snippet: item[snippet],
      publishedAt: item[publishedAt],
    }));
}

/** The reply of most services. */
const REPLY = z.object({ results: z.array(z.unknown()) }).transform(({ results }) => results);

/** The results in a reply; null if it has no list of results, or no entry is one. */
export function readList(
  names: FieldNames,
  reply: z.ZodType<readonly unknown[]> = REPLY,
): (body: unknown) => RawHit[] | null {
  const result = resultWith(names);
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

/** The items of a list, parsed; null if none of them matches: the format must have changed. */
export function parseResults(items: readonly unknown[], shape: z.ZodType<RawHit>): RawHit[] | null {
  const raw = parseEach(items, shape);
  return raw.length === 0 && items.length > 0 ? null : raw;
}

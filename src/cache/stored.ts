import { parseWebUrl } from '@sayso/text/url.ts';
import { z } from 'zod';
import type { Attempt } from '../core/attempt.ts';
import { FAILED_REASONS } from '../core/attempt.ts';

// Schemas of values from a store that others may write to; they are as strict as the schemas of a request.

/** A title, a name or a cause; the limit is longer than any stored text. */
export const storedLine = z.string().max(2_000);

/** An absolute http or https URL. */
export const storedUrl = z
  .string()
  .max(8_192)
  .refine((text) => parseWebUrl(text) !== null);

/** The path of a document: the name of a slot, and the names of its folders and file. */
export const storedDocument = z.string().max(4_096);

/** The name of a collection. */
export const storedCollection = z.string().max(40);

/** A duration in milliseconds. */
export const storedMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** A count or an offset. */
export const storedCount = z.int().min(0);

/** A BCP 47 tag, or `und`. */
export const storedLanguage = z.string().regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i);

/** A part of a scope. */
export const storedScopePart = z.enum([
  ...(['language', 'country', 'since', 'until', 'sites.only', 'sites.never', 'safe_search'] as const),
]);

/** Who prefers the site of a source. */
export const storedPreference = z.literal('caller');

/** A value of `search_engine`. */
export const storedSlot = z.literal([1, 2, 3, 4]);

/** One call of one slot. */
export const storedAttempt = z.strictObject({
  slot: storedSlot,
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: storedLine,
  reason: z.enum(FAILED_REASONS).exactOptional(),
  leftOut: storedLine.exactOptional(),
  tookMs: storedMs,
  ignored: z.array(storedScopePart).exactOptional(),
} satisfies Record<keyof Attempt, z.ZodType>);

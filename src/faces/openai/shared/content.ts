import { z } from 'zod';

/** The most messages of one conversation. */
export const MAX_MESSAGES = 2000;
const MAX_PARTS = 200;

/** A part of a message; only text is read. */
const part = z.object({ type: z.string().optional(), text: z.string().nullish() });

/** What a message contains: a text, or parts of which those with a text count. */
export const content = z.union([z.string(), z.array(part).max(MAX_PARTS)], {
  error: 'it must be a text or a list of parts',
});

/** The text of a message; images, files and the like are left out. */
export function toText(given: z.infer<typeof content> | null | undefined): string {
  if (given === null || given === undefined) return '';
  if (typeof given === 'string') return given;
  return given.flatMap(({ text }) => text ?? []).join('\n');
}

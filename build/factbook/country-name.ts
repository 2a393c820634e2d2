import type { Profile } from './profile.ts';

/** The name of a country in two forms. */
export type CountryName = {
  /** "United Kingdom (UK)" */
  readonly title: string;
  /** "the United Kingdom (UK)" */
  readonly inSentence: string;
};

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
  const name = complete((fit ?? listed ?? '').replace(/ \((?:includes|sometimes).*/, ''), listed);
  const short = (parts.abbreviation ?? '').split(/,? or |[,;(]/).map((each) => each.trim());
  const initials = name.replace(/[^A-Z]/g, '');
  const initialisms = short.filter((each) => /^[A-Z]{2,6}$/.test(each) && each.startsWith(initials));
  const title = initialisms.length > 0 ? `${name} (${initialisms.join(', ')})` : name;
  const bare = title.replace(/^The /, '');
  return { title, inSentence: bare !== title || WITH_ARTICLE.test(name) ? `the ${bare}` : title };
}

/** "The Dominican" is listed as "Dominican Republic". */
function complete(name: string, listed: string | null): string {
  return listed?.startsWith(`${name.replace('The ', '')} `) === true ? listed : name;
}

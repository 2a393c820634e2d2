import { EDITION_YEAR, timePhrase, toDated } from './dated-value.ts';
import { itemsOf } from './items.ts';
import { plainValue } from './plain-value.ts';
import type { Fact, Profile } from './profile.ts';

/** A country as the subject of a sentence. */
type NamedCountry = {
  /** "the Netherlands" */
  readonly country: string;
  /** "The Netherlands" */
  readonly first: string;
  readonly isEuropean: boolean;
};

const TIME = `as of ${EDITION_YEAR}`;
/** The properties about which a reader concludes something, in the words in which people ask for it. */
const CONCLUSIONS: Readonly<Record<string, (text: string, subject: NamedCountry) => readonly string[]>> = {
  Coastline: coastSentences,
  Independence: independenceSentence,
  'International organization participation': (text, { first, isEuropean }) =>
    membershipSentences(text, first, isEuropean),
  'Major urban areas - population': largestCity,
  Languages: officialLanguages,
  Religions: mainReligion,
  'Exchange rates': currencySentences,
  'Exports - partners': (text, subject) =>
    biggestPartner(text, subject, ['exports', 'to which it sells the most']),
  'Imports - partners': (text, subject) =>
    biggestPartner(text, subject, ['imports', 'from which it buys the most']),
};
/** Those that also belong to an overview of the country. */
const IN_OVERVIEW = [
  'Coastline',
  'International organization participation',
  'Major urban areas - population',
  'Languages',
  'Exchange rates',
];

/** "euros (EUR) per US dollar - 0.7489 (2014 est.)" */
const CURRENCY = /^([^()]{2,80} \([A-Z]{3}\)) per US dollar\s*-?(.*)$/s;
/** "15 August 1947 (from the UK)", "1960 (from France)", "6 December 1917 (declared ...)" */
const INDEPENDENT = /^(\d{1,2} \p{Lu}\p{Ll}+ )?\d{4} \((?:from\b|[^)]*\b(?:independence|declared)\b)/u;
const PLURAL = /(?<=quetzal|colon)es$|(?<=[^s])s$/;
const CITY = /^(.+?) (\d[\d.,]*)( million)?$/;
const SHARE = /^([^\d(]{2,80}?)\s+(\d+(?:\.\d+)?)%/;
/** A religion of more people than all others together is that of most people. */
const MOST_PERCENT = 50;
const WITH_ARTICLE = /^(?:US|UK|UAE|Netherlands|Philippines|Bahamas|Gambia|Maldives)$/;

/** What a reader concludes from a property, as sentences that each name the country; mostly none. */
export function conclusionsOf(property: string, { text }: Fact, profile: Profile, country: string): string[] {
  const first = country.charAt(0).toUpperCase() + country.slice(1);
  const isEuropean = profile.Geography?.['Map references']?.text === 'Europe';
  const conclude = CONCLUSIONS[property];
  return text === null || conclude === undefined ? [] : [...conclude(text, { country, first, isEuropean })];
}

/** The conclusions that a reader of an overview of the country expects. */
export function overviewConclusions(profile: Profile, country: string): string[] {
  const facts = Object.values(profile).flatMap((chapter) => Object.entries(chapter));
  return IN_OVERVIEW.flatMap((name) =>
    facts.flatMap(([property, fact]) =>
      property === name ? conclusionsOf(property, fact, profile, country) : [],
    ),
  );
}

/** Whether the conclusions from a property say all of it. */
export function isConcluded(property: string, { text }: Fact): boolean {
  if (property === 'Independence') return INDEPENDENT.test(text ?? '');
  return property === 'Exchange rates' && CURRENCY.test(text ?? '');
}

function coastSentences(text: string, { first }: NamedCountry): string[] {
  if (text.includes('landlocked'))
    return [
      `${first} is a landlocked country: it is surrounded by land and has no coast or access to the sea.`,
    ];
  return /[1-9]/.test(text) ? [`${first} is not landlocked: it has a coast.`] : [];
}

/** Only of a text that begins with a date, and does not name the founding of an older state. */
function independenceSentence(text: string, { first }: NamedCountry): string[] {
  const [whole, day] = INDEPENDENT.exec(text) ?? [];
  if (whole === undefined) return [];
  return [
    `${first} gained independence (became independent or free) ${day === undefined ? 'in' : 'on'} ${plainValue(text)}.`,
  ];
}

/** None if the cities are not in the order of their size, because a number must be wrong. */
function largestCity(text: string, { country }: NamedCountry): string[] {
  const { value, when } = toDated(text);
  const cities = itemsOf(value).flatMap((item) => {
    const [, name, digits = '', million] = CITY.exec(plainValue(toDated(item).value)) ?? [];
    const people = Number(digits.replaceAll(',', '')) * (million === undefined ? 1 : 1_000_000);
    return name === undefined ? [] : [{ name, people, said: `${digits}${million ?? ''}` }];
  });
  const [first, ...rest] = cities;
  const isOrdered = rest.every(({ people }, at) => people <= (rest[at - 1]?.people ?? people));
  const largest = (rest[0]?.people ?? 0) > (first?.people ?? 0) ? rest[0] : first;
  if (largest === undefined || !isOrdered) return [];
  const { name, said } = largest;
  return [`The largest (biggest) city of ${country} ${timePhrase(when)} was ${name}, with ${said} people.`];
}

function officialLanguages(text: string, { country }: NamedCountry): string[] {
  const names = itemsOf(text.replace(/,(?![^(]*\))/g, ';'))
    .filter((item) => /\(official\b/.test(item))
    .map((item) => item.split(/\s*[\d(]/)[0] ?? '')
    .filter((name) => name !== '');
  if (names.length === 0) return [];
  const [noun, verb] = names.length === 1 ? ['language', 'is'] : ['languages', 'are'];
  return [`The official ${noun} of ${country}, ${TIME}, ${verb} ${names.map(plainValue).join(', ')}.`];
}

function mainReligion(text: string, { country }: NamedCountry): string[] {
  const { value, when } = toDated(text);
  const [, name, percent = '0'] = SHARE.exec(value) ?? [];
  if (name === undefined || Number(percent) < MOST_PERCENT) return [];
  return [
    `The main religion of ${country}, which most people there follow, is ${plainValue(name)} ` +
      `(${percent}% ${timePhrase(when)}).`,
  ];
}

function currencySentences(text: string, { country }: NamedCountry): string[] {
  const [, name, rates = ''] = CURRENCY.exec(text) ?? [];
  if (name === undefined) return [];
  const [plural = '', code = ''] = name.split(' (');
  const singular = `${plural.replace(PLURAL, '')} (${code}`;
  const { value, when } = toDated(rates);
  const rate = `${plainValue(value)} ${plural} for one US dollar`;
  const exchange = `The exchange rate of the currency of ${country} ${timePhrase(when)}: ${rate}.`;
  return [
    `The currency of ${country}, the money that people use there, ${TIME}, is the ${plainValue(singular)}.`,
    ...(value === '' ? [] : [exchange]),
  ];
}

function biggestPartner(
  text: string,
  { country }: NamedCountry,
  [goods, how]: readonly [string, string],
): string[] {
  const { value, when } = toDated(text);
  const [, name, percent] = SHARE.exec(value) ?? [];
  if (name === undefined) return [];
  const partner = WITH_ARTICLE.test(name) ? `the ${name}` : name;
  return [
    `The biggest trading partner of ${country} for ${goods} is ${plainValue(partner)}, ${how} ` +
      `(${percent}% ${timePhrase(when)}).`,
  ];
}

/** Organizations whose members people ask for, by their names in the lists. */
const ORGANIZATIONS: readonly (readonly [string, string])[] = [
  ['EU', 'the European Union'],
  ['NATO', 'the North Atlantic Treaty Organization'],
  ['UN', 'the United Nations'],
  ['EMU', 'the Economic and Monetary Union, the euro area'],
  ['Schengen Convention', 'the Schengen area'],
  ['OECD', 'the Organization for Economic Cooperation and Development'],
  ['OPEC', 'the Organization of the Petroleum Exporting Countries'],
  ['WTO', 'the World Trade Organization'],
  ['AU', 'the African Union'],
  ['LAS', 'the League of Arab States, the Arab League'],
  ['ASEAN', 'the Association of Southeast Asian Nations'],
  ['Mercosur', 'the Southern Common Market'],
  ['C', 'the Commonwealth of Nations'],
  ['CIS', 'the Commonwealth of Independent States'],
  ['G-7', 'the Group of Seven'],
  ['G-20', 'the Group of Twenty'],
  ['BRICS', 'Brazil, Russia, India, China and South Africa'],
];
/** Those to which not all countries of Europe belong. */
const EUROPEAN = new Set(['EU', 'NATO']);

/**
 * Names the organizations in a list of memberships that people ask for.
 * @param subject the country at the beginning of a sentence
 * @param isEuropean if true, says of those for Europe also that the country is no member
 */
function membershipSentences(text: string, subject: string, isEuropean: boolean): string[] {
  const names = new Set(itemsOf(text.replaceAll(',', ';')).map((name) => name.trim()));
  return ORGANIZATIONS.flatMap(([short, long]) => {
    const name = short.length === 1 ? long : `${long} (${short})`;
    if (names.has(short)) return [`${subject}, as of ${EDITION_YEAR}, is a member of (belongs to) ${name}.`];
    return isEuropean && EUROPEAN.has(short)
      ? [`${subject}, as of ${EDITION_YEAR}, is not a member of (does not belong to) ${name}.`]
      : [];
  });
}

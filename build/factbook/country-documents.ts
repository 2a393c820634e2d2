import { toSentences } from '@sayso/text/sentences.ts';
import { collapse } from '@sayso/text/text.ts';
import { conclusionsOf, isConcluded, overviewConclusions } from './conclusions.ts';
import type { CountryName } from './country-name.ts';
import { EDITION_YEAR } from './dated-value.ts';
import { factSentences, type Wording } from './fact-sentences.ts';
import { itemsOf } from './items.ts';
import { plainValue } from './plain-value.ts';
import type { Fact, Profile } from './profile.ts';
import wordings from './wording.json' with { type: 'json' };

/** One aspect of a country. */
export type CountryDocument = {
  /** Empty for the country as a whole. */
  readonly theme: string;
  readonly title: string;
  readonly text: string;
  /** Words by which the document can be found although it does not contain them. */
  readonly keywords: string;
};

/** The themes in documents' titles, for chapters whose own name is not used there. */
const THEMES: Readonly<Record<string, string>> = {
  Introduction: '',
  'People and Society': 'people',
  'Transnational Issues': 'international issues',
};

/** The wording of properties by chapter. Without it, `npm run bench -- demo` has 157 right answers, not 184. */
const WORDINGS: Readonly<Record<string, Wording>> = wordings;

/** A year from 1000 to 2099. */
const YEAR = /\b(?:1\d|20)\d{2}\b/;

/** Properties that consist of whole sentences. */
const PROSE: ReadonlySet<string> = new Set([
  'Background',
  'Economy - overview',
  'Demographic profile',
  'Geography - note',
  'Transportation - note',
  'Military - note',
  'Trafficking in persons',
]);

/** Properties that do not change, or hardly ever: their sentences state no year. */
const LASTING: ReadonlySet<string> = new Set([
  ...['Location', 'Geographic coordinates', 'Map references', 'Area', 'Area - comparative'],
  ...['Land boundaries', 'Coastline', 'Climate', 'Terrain', 'Elevation extremes', 'Natural hazards'],
  ...['Nationality', 'Capital', 'Independence', 'National holiday', 'Internet country code'],
]);

/** One document for each chapter, in sentences that name the country, and the year of what changes. */
export function countryDocuments(profile: Profile, name: CountryName): CountryDocument[] {
  const otherNames = otherNamesOf(profile);
  return Object.entries(profile).flatMap(([chapter, facts]) => {
    const theme = THEMES[chapter] ?? chapter.toLowerCase();
    const wording = WORDINGS[chapter] ?? {};
    const wordedSentences = (property: string, fact: Fact) =>
      factSentences(
        { country: name.inSentence, property, fact, isLasting: LASTING.has(property) },
        wording[property],
      );
    const opening = chapter === 'Introduction' ? openingOf(profile, name) : [];
    const lines = Object.entries(facts).flatMap(([property, fact]) =>
      PROSE.has(property)
        ? proseSentences(fact, name)
        : [
            ...conclusionsOf(property, fact, profile, name.inSentence),
            ...(isConcluded(property, fact) ? [] : wordedSentences(property, fact)),
          ],
    );
    const text = [...opening, ...lines].join('\n');
    const title = theme === '' ? name.title : `${name.title}: ${theme}`;
    return text === ''
      ? []
      : [{ theme, title, text, keywords: `${THEME_KEYWORDS[theme] ?? ''} ${otherNames}`.trim() }];
  });
}

/** The names by which people also know a country: Ivory Coast, Burma. */
function otherNamesOf(profile: Profile): string {
  const { former = '', 'local short form': local = '' } = profile.Government?.['Country name']?.parts ?? {};
  return [former, local]
    .filter((name) => !/^none/i.test(name))
    .map(plainValue)
    .join(' ');
}

/** A definition, "Peru is a country in South America", and what else people ask of a country first. */
function openingOf(profile: Profile, { inSentence }: CountryName): string[] {
  const location = plainValue(profile.Geography?.Location?.text ?? '');
  if (location === '') return [];
  const kind = profile.Government?.['Government type'] === undefined ? 'territory' : 'country';
  const capital = profile.Government?.Capital?.parts.name;
  const subject = inSentence.charAt(0).toUpperCase() + inSentence.slice(1);
  // "Western South America" is a place; "group of islands in the North Pacific" is a kind of place.
  const place = /^\p{Lu}/u.test(location) ? ` in ${location}` : `: ${location}`;
  const lines = [`${subject} is a ${kind}${place}.`];
  if (capital !== undefined) lines.push(`The capital of ${inSentence} is ${plainValue(capital)}.`);
  return [...lines, ...overviewConclusions(profile, inSentence)];
}

/** The sentences of a text, with the country and a year added to sentences that lack them. */
function proseSentences({ text, parts }: Fact, { title, inSentence }: CountryName): string[] {
  return [text, ...Object.values(parts)]
    .join('++')
    .split('++')
    .flatMap((part) => (/^\s*\p{Ll}/u.test(part) ? itemsOf(part) : toSentences(part)))
    .map((sentence) => plainValue(collapse(sentence)))
    .filter((sentence) => sentence !== '')
    .map((sentence) => {
      const named = /^[\p{Lu}\d]/u.test(sentence) && sentence.includes(inSentence);
      const dated = YEAR.test(sentence) ? sentence : `${sentence} (as of ${EDITION_YEAR})`;
      return named ? `${dated}.` : `${title}: ${dated}.`;
    });
}

/**
 * Words that people use in questions but that the documents of a theme do not contain: "Which countries are
 * the neighbours of Peru?" is answered by its land borders. They are only used for searching; readers do not
 * see them.
 */
const THEME_KEYWORDS: Readonly<Record<string, string>> = {
  '': 'country president government located where continent region',
  geography:
    'big large small size located situated where continent neighbours neighbors weather hot cold ' +
    'highest mountain hill lowest',
  people:
    'inhabitants live speak spoken language believe religion faith old age born die doctors read write ' +
    'school cities city towns',
  government:
    'president king queen monarch leader prime minister ruler rule vote elections old independent owns ' +
    'capital flag colors parliament court',
  economy:
    'rich poor money currency grow grown growth farmers farms crops sell buy exports imports partners jobs jobless ' +
    'unemployed debt tax spend',
  energy: 'produce make power electricity oil gas barrels',
  communications: 'phones mobile cellphones internet users online domain television radio',
  transportation: 'airports planes trains railroads roads highways ports harbours harbors ships rivers',
  military: 'army navy soldiers troops defence defense draft conscription spend',
  'international issues': 'refugees disputes drugs trafficking',
};

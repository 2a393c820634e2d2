import type { Wording } from './fact-sentences.ts';

/** The wording of the chapter Government. */
export const GOVERNMENT: Wording = {
  'Country name': [
    'the official or full name of {country} {is|was} {conventional long form}',
    'the local name of {country} {is|was} {local short form}[ (in full {local long form})]',
    'the former name of {country} {is|was} {former}',
  ],
  'Dependency status': ['the dependency status of {country}: {}'],
  'Government type': ['the type of government of {country} {is|was} {}'],
  Capital: [
    'the capital of {country} {is|was} {name}',
    'the time zone of {country} {is|was} {time difference}',
    'daylight saving time in {country}: {daylight saving time}',
  ],
  'Administrative divisions': ['the administrative divisions of {country} {are|were} {}'],
  Independence: ['the independence of {country} {is|was} {}'],
  'National holiday': ['the national holiday of {country} {is|was} {}'],
  Constitution: ['the history of the constitution of {country}: {}'],
  'Legal system': ['the legal system of {country} {is|was} a {}'],
  'International law organization participation': [
    'the participation of {country} in international courts: {}',
  ],
  Citizenship: [
    'citizenship of {country} by birth: {birthright citizenship}',
    'dual citizenship {is|was} recognized by {country}: {dual citizenship recognized}',
    'the years of residency required to become a citizen of {country}: {residency requirement for ' +
      'naturalization}',
  ],
  Suffrage: ['the voting age in {country} {is|was} {}'],
  'Executive branch': [
    'the head of state of {country} {is|was} {chief of state}',
    'the head of government of {country} {is|was} {head of government}',
    'the cabinet of {country} {is|was} the {cabinet}',
    'elections and appointments of the leaders of {country}: {elections/appointments}',
    'results of the last election of the leaders of {country}: {election results}',
  ],
  'Legislative branch': [
    'the parliament or legislature of {country} {is|was} described as {description}',
    'elections to the parliament of {country} {are|were} {elections}',
    'results of the elections to the parliament of {country}: {election results}',
  ],
  'Judicial branch': [
    'the highest court of {country} {is|was} the {highest court(s)}',
    'the selection of judges in {country}: {judge selection and term of office}',
    'the lower courts of {country} {are|were} the {subordinate courts}',
  ],
  'Political parties and leaders': ['the political parties and leaders of {country} {are|were} {}'],
  'Political pressure groups and leaders': ['the political pressure groups of {country} {are|were} {}'],
  'International organization participation': [
    '{country} {is|was} a member of or {takes|took} part in these international organizations: {}',
  ],
  'Diplomatic representation in the US': [
    'the ambassador of {country} to the US {is|was} {chief of mission}',
    'the embassy of {country} in the US {is|was} at {chancery}',
  ],
  'Diplomatic representation from the US': [
    'the ambassador of the US to {country} {is|was} {chief of mission}',
    'the embassy of the US in {country} {is|was} at {embassy}',
  ],
  'Flag description': ['the flag of {country} {is|was}: {}'],
  'National symbol(s)': ['the national symbol of {country} {is|was} the {}'],
  'National anthem': [
    'the national anthem of {country} {is|was} {name}[, with lyrics and music by {lyrics/music}]',
  ],
};

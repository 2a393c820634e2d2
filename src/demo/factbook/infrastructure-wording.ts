import type { Wording } from './fact-sentences.ts';

/** The wording of the chapter Energy. */
export const ENERGY: Wording = {
  'Electricity - production': ['the electricity production of {country} {is|was} {}'],
  'Electricity - consumption': ['the electricity consumption of {country} {is|was} {}'],
  'Electricity - exports': ['the electricity exports of {country} {are|were} {}'],
  'Electricity - imports': ['the electricity imports of {country} {are|were} {}'],
  'Electricity - installed generating capacity': [
    'the installed capacity of {country} for generating electricity {is|was} {}',
  ],
  'Electricity - from fossil fuels': ['the share of electricity from fossil fuels in {country} {is|was} {}'],
  'Electricity - from nuclear fuels': [
    'the share of electricity from nuclear power in {country} {is|was} {}',
  ],
  'Electricity - from hydroelectric plants': [
    'the share of electricity from hydroelectric plants, from water power, in {country} {is|was} {}',
  ],
  'Electricity - from other renewable sources': [
    'the share of electricity from other renewable sources, such as wind and solar power, in {country} ' +
      '{is|was} {}',
  ],
  'Crude oil - production': ['the crude oil production of {country} {is|was} {}'],
  'Crude oil - exports': ['the crude oil exports of {country} {are|were} {}'],
  'Crude oil - imports': ['the crude oil imports of {country} {are|were} {}'],
  'Crude oil - proved reserves': ['the proved crude oil reserves of {country} {are|were} {}'],
  'Refined petroleum products - production': ['the refined petroleum production of {country} {is|was} {}'],
  'Refined petroleum products - consumption': ['the refined petroleum consumption of {country} {is|was} {}'],
  'Refined petroleum products - exports': ['the refined petroleum exports of {country} {are|were} {}'],
  'Refined petroleum products - imports': ['the refined petroleum imports of {country} {are|were} {}'],
  'Natural gas - production': ['the natural gas production of {country} {is|was} {}'],
  'Natural gas - consumption': ['the natural gas consumption of {country} {is|was} {}'],
  'Natural gas - exports': ['the natural gas exports of {country} {are|were} {}'],
  'Natural gas - imports': ['the natural gas imports of {country} {are|were} {}'],
  'Natural gas - proved reserves': ['the proved natural gas reserves of {country} {are|were} {}'],
  'Carbon dioxide emissions from consumption of energy': [
    'the carbon dioxide (CO2) emissions of {country} from energy {are|were} {}',
  ],
};

/** The wording of the chapter Communications. */
export const COMMUNICATIONS: Wording = {
  'Telephones - fixed lines': [
    'the number of fixed telephone lines in {country} {is|was} {total subscriptions}[, {subscriptions ' +
      'per 100 inhabitants} per 100 people]',
  ],
  'Telephones - mobile cellular': [
    'the number of mobile phones in {country} {is|was} {total}[, {subscriptions per 100 inhabitants} ' +
      'per 100 people]',
  ],
  'Telephone system': [
    'the telephone system of {country} {is|was} generally judged so: {general assessment}',
    'the domestic telephone system of {country}: {domestic}',
    'the international telephone connections of {country}, with its country calling code: {international}',
  ],
  'Broadcast media': ['the television and radio broadcast media of {country}: {}'],
  'Radio broadcast stations': ['the number of radio stations in {country} {is|was} {}'],
  'Television broadcast stations': ['the number of television stations in {country} {is|was} {}'],
  'Internet country code': ['the internet country code or top-level domain of {country} {is|was} {}'],
  'Internet users': [
    'the number of internet users in {country} {is|was} {total}[, {percent of population} of the population]',
  ],
};

/** The wording of the chapter Transportation. */
export const TRANSPORTATION: Wording = {
  Airports: ['the number of airports in {country} {is|was} {}'],
  'Airports - with paved runways': [
    'the number of airports with paved runways in {country} {is|was} {total}',
  ],
  'Airports - with unpaved runways': [
    'the number of airports with unpaved runways in {country} {is|was} {total}',
  ],
  Heliports: ['the number of heliports in {country} {is|was} {}'],
  Pipelines: ['the pipelines of {country} {are|were} {}'],
  Railways: ['the length of the railways of {country} {is|was} {total}'],
  Roadways: [
    'the length of the roads of {country} {is|was} {total} in total[, {paved} of them paved][ and ' +
      '{unpaved} unpaved]',
  ],
  Waterways: ['the length of the waterways of {country} {is|was} {}'],
  'Merchant marine': [
    'the merchant ships of {country} {are|were} {total} in number[: {by type}]',
    'the number of ships of {country} in foreign ownership {is|was} {foreign-owned}',
  ],
  'Ports and terminals': [
    'the major seaports of {country} {are|were} {major seaport(s)}',
    'the river ports of {country} {are|were} {river port(s)}',
  ],
};

/** The wording of the chapter Military. */
export const MILITARY: Wording = {
  'Military branches': ['the military branches of {country} {are|were} {}'],
  'Military service age and obligation': ['the age and duty of military service in {country}: {}'],
  'Manpower available for military service': [
    'the people available for military service in {country} {are|were} {males age 16-49} men[ and ' +
      '{females age 16-49} women]',
  ],
  'Manpower fit for military service': [
    'the people fit for military service in {country} {are|were} {males age 16-49} men[ and {females ' +
      'age 16-49} women]',
  ],
  'Manpower reaching militarily significant age annually': [
    'the people who {reach|reached} the age of military service in {country} each year {are|were} ' +
      '{male} men[ and {female} women]',
  ],
  'Military expenditures': ['the military expenditures of {country} {are|were} {}'],
};

/** The wording of the chapter Transnational Issues. */
export const ISSUES: Wording = {
  'Disputes - international': ['the international disputes of {country}: {}'],
  'Refugees and internally displaced persons': [
    'the refugees in {country} by country of origin {are|were} {refugees (country of origin)}',
    'the internally displaced persons in {country} {are|were} {IDPs}',
    'the stateless persons in {country} {are|were} {stateless persons}',
  ],
  'Illicit drugs': ['illicit drugs in {country}: {}'],
};

import type { Wording } from './fact-sentences.ts';

/** The wording of the chapter Geography. */
export const GEOGRAPHY: Wording = {
  Location: ['{country} {is|was} located in this part of the world: {}'],
  'Geographic coordinates': ['the geographic coordinates of {country} {are|were} {}'],
  Area: [
    'the area of {country} {is|was} {total} in total[, of which {land} {is|was} land][ and {water} water]',
  ],
  'Area - comparative': ['the size of {country} {is|was} {}'],
  'Land boundaries': [
    'the length of the land borders of {country} {is|was} {total} in total',
    'the countries that border {country} {are|were} {border countries}',
  ],
  Coastline: ['the length of the coastline of {country} {is|was} {}'],
  'Maritime claims': [
    'the territorial sea that {country} {claims|claimed} {is|was} {territorial sea} wide[, its ' +
      'contiguous zone {contiguous zone}][, its exclusive economic zone {exclusive economic zone}]',
  ],
  Climate: ['the climate of {country} {is|was} described as {}'],
  Terrain: ['the terrain or landscape of {country} {is|was} described as {}'],
  'Elevation extremes': [
    'the highest point in {country} {is|was} {highest point}',
    'the lowest point in {country} {is|was} {lowest point}',
  ],
  'Natural resources': ['the natural resources of {country} {are|were} {}'],
  'Land use': [
    'the agricultural land of {country} as a share of all its land {is|was} {agricultural land}',
    'forest {covers|covered} {forest} of the land of {country}',
  ],
  'Irrigated land': ['the irrigated land in {country} {covers|covered} {}'],
  'Total renewable water resources': ['the renewable water resources of {country} {are|were} {} in total'],
  'Freshwater withdrawal (domestic/industrial/agricultural)': [
    'the use of fresh water in {country} {is|was} {total} in total (domestic, industrial and ' +
      'agricultural)[ and {per capita} per person]',
  ],
  'Natural hazards': [
    'the natural hazards and disasters that {threaten|threatened} {country} {are|were} {}',
    'the volcanoes and volcanic activity of {country}: {volcanism}',
  ],
  'Environment - current issues': ['the environmental problems of {country} {are|were} {}'],
  'Environment - international agreements': [
    '{country} {is|was} a party to these international agreements on the environment: {party to}',
    '{country} {has|had} signed but not ratified these agreements on the environment: {signed, but not ' +
      'ratified}',
  ],
};

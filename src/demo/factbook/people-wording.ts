import type { Wording } from './fact-sentences.ts';

/** The wording of the chapter People and Society. */
export const PEOPLE: Wording = {
  Nationality: ['a person from {country} {is|was} called: {noun}[ (adjective: {adjective})]'],
  'Ethnic groups': ['the ethnic groups of {country} {are|were} {}'],
  Languages: ['the languages spoken in {country} {are|were} {}'],
  Religions: ['the religions of {country} {are|were} {}'],
  Population: ['the population of {country} {is|was} {}'],
  'Age structure': [
    'of the people of {country}, {0-14 years} {are|were} children up to 14 years of age',
    '{15-24 years} of the people of {country} {are|were} 15 to 24 years old',
    '{25-54 years} of the people of {country} {are|were} 25 to 54 years old',
    '{55-64 years} of the people of {country} {are|were} 55 to 64 years old',
    'of the people of {country}, {65 years and over} {are|were} 65 years old and over',
  ],
  'Dependency ratios': [
    'the dependency ratio of {country} {is|was} {total dependency ratio} in total[ ({youth dependency ' +
      'ratio} for the young][, {elderly dependency ratio} for the old)]',
  ],
  'Median age': [
    'the median age of the people of {country} {is|was} {total}[ ({male} for men][, {female} for ' +
      'women)]: half of them {are|were} younger',
  ],
  'Population growth rate': ['the population growth rate of {country} {is|was} {} a year'],
  'Birth rate': ['the birth rate of {country} {is|was} {}'],
  'Death rate': ['the death rate of {country} {is|was} {}'],
  'Net migration rate': ['the net migration rate of {country} {is|was} {}'],
  Urbanization: [
    'the share of the people of {country} who {live|lived} in towns and cities {is|was} {urban population}',
    'the rate of urbanization of {country} {is|was} {rate of urbanization}',
  ],
  'Major urban areas - population': [
    'the largest or biggest cities of {country} by population {are|were} {}',
  ],
  'Sex ratio': ['the sex ratio of {country} {is|was} {total population}[ in total and {at birth} at birth]'],
  "Mother's mean age at first birth": ["a mother's mean age at her first birth in {country} {is|was} {}"],
  'Maternal mortality rate': ['the maternal mortality rate of {country} {is|was} {}'],
  'Infant mortality rate': [
    'the infant mortality rate of {country} {is|was} {total}[ ({male} for boys][, {female} for girls)]',
  ],
  'Life expectancy at birth': [
    'the life expectancy at birth in {country} {is|was} {total population}[ ({male} for men][, ' +
      '{female} for women)]',
  ],
  'Total fertility rate': ['the fertility rate of {country} {is|was} {}'],
  'Contraceptive prevalence rate': [
    'the share of women in {country} who {use|used} contraceptives {is|was} {}',
  ],
  'Health expenditures': ['the health expenditures of {country} {are|were} {}'],
  'Physicians density': ['the number of physicians or doctors in {country} {is|was} {}'],
  'Hospital bed density': ['the number of hospital beds in {country} {is|was} {}'],
  'Drinking water source': [
    'the share of the people of {country} with an improved source of drinking water {is|was} {improved}',
    'the share of the people of {country} without an improved source of drinking water {is|was} {unimproved}',
  ],
  'Sanitation facility access': [
    'the share of the people of {country} with improved sanitation {is|was} {improved}',
    'the share of the people of {country} without improved sanitation {is|was} {unimproved}',
  ],
  'HIV/AIDS - adult prevalence rate': ['the share of adults in {country} with HIV/AIDS {is|was} {}'],
  'HIV/AIDS - people living with HIV/AIDS': [
    'the number of people living with HIV/AIDS in {country} {is|was} {}',
  ],
  'HIV/AIDS - deaths': ['the number of deaths from HIV/AIDS in {country} {is|was} {}'],
  'Major infectious diseases': [
    'the risk of infectious diseases in {country} {is|was} {degree of risk}',
    'the diseases that food or water {carries|carried} in {country} {are|were} {food or waterborne diseases}',
    'the diseases that insects {carry|carried} in {country} {are|were} {vectorborne diseases}',
  ],
  'Obesity - adult prevalence rate': [
    'the obesity rate of {country}, the share of obese adults, {is|was} {}',
  ],
  'Children under the age of 5 years underweight': [
    'the share of children under 5 years in {country} who {are|were} underweight {is|was} {}',
  ],
  'Education expenditures': ['the education expenditures of {country} {are|were} {}'],
  Literacy: [
    'the literacy rate of {country}, the share of people who can read and write, {is|was} {total ' +
      'population}[ ({male} for men][, {female} for women)]',
  ],
  'School life expectancy (primary to tertiary education)': [
    'a child in {country} {goes|went} to school for {total}[ ({male} for boys][, {female} for girls)]',
  ],
  'Child labor - children ages 5-14': [
    'the number of children who {work|worked} in {country} {is|was} {total number}[ ({percentage} of ' +
      'all children)]',
  ],
  'Unemployment, youth ages 15-24': [
    'the youth unemployment rate of {country} (ages 15 to 24) {is|was} {total}[ ({male} for men][, ' +
      '{female} for women)]',
  ],
};

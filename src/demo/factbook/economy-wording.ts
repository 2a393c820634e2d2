import type { Wording } from './fact-sentences.ts';

/** The wording of the chapter Economy. */
export const ECONOMY: Wording = {
  'GDP (purchasing power parity)': ['the GDP of {country} at purchasing power parity {is|was} {}'],
  'GDP (official exchange rate)': ['the GDP of {country} at the official exchange rate {is|was} {}'],
  'GDP - real growth rate': ['the growth rate of the GDP of {country} {is|was} {}'],
  'GDP - per capita (PPP)': ['the GDP per capita of {country} {is|was} {}'],
  'Gross national saving': ['the gross national saving of {country} {is|was} {}'],
  'GDP - composition, by end use': [
    'the use of the GDP of {country} {is|was} {household consumption} for households[, {government ' +
      'consumption} for the government][, {investment in fixed capital} for investment in fixed ' +
      'capital][, {investment in inventories} for investment in inventories][, {exports of goods and ' +
      'services} for exports][ and {imports of goods and services} for imports]',
  ],
  'GDP - composition, by sector of origin': [
    'the share of agriculture in the GDP of {country} {is|was} {agriculture}[, that of industry ' +
      '{industry}][ and that of services {services}]',
  ],
  'Agriculture - products': ['the agricultural products of {country} {are|were} {}'],
  Industries: ['the main industries of {country} {are|were} {}'],
  'Industrial production growth rate': ['the growth rate of industrial production in {country} {is|was} {}'],
  'Labor force': ['the labor force of {country} {is|was} {} people'],
  'Labor force - by occupation': [
    'the share of workers in {country} who {work|worked} in agriculture {is|was} {agriculture}[, in ' +
      'industry {industry}][ and in services {services}]',
  ],
  'Unemployment rate': ['the unemployment rate of {country} {is|was} {}'],
  'Population below poverty line': [
    'the poverty rate of {country}, the share of its people below the poverty line, {is|was} {}',
  ],
  'Household income or consumption by percentage share': [
    'the poorest tenth of the households of {country} {have|had} {lowest 10%} of all income[ and the ' +
      'richest tenth {highest 10%}]',
  ],
  'Distribution of family income - Gini index': [
    'the Gini index of {country}, which measures how unequal family income is, {is|was} {}',
  ],
  Budget: ['the budget of {country} {has|had} revenues of {revenues}[ and expenditures of {expenditures}]'],
  'Taxes and other revenues': ['the taxes and other revenues of {country} {are|were} {}'],
  'Budget surplus (+) or deficit (-)': [
    'the budget surplus (or, if below zero, deficit) of {country} {is|was} {}',
  ],
  'Public debt': ['the public debt of {country} {is|was} {}'],
  'Fiscal year': ['the fiscal year of {country} {is|was} the {}'],
  'Inflation rate (consumer prices)': ['the inflation rate of consumer prices in {country} {is|was} {}'],
  'Central bank discount rate': ['the discount rate of the central bank of {country} {is|was} {}'],
  'Commercial bank prime lending rate': [
    'the prime lending rate of commercial banks in {country} {is|was} {}',
  ],
  'Stock of narrow money': ['the stock of narrow money in {country} {is|was} {}'],
  'Stock of broad money': ['the stock of broad money in {country} {is|was} {}'],
  'Stock of domestic credit': ['the stock of domestic credit in {country} {is|was} {}'],
  'Market value of publicly traded shares': [
    'the market value of publicly traded shares in {country} {is|was} {}',
  ],
  'Current account balance': ['the current account balance of {country} {is|was} {}'],
  Exports: ['the value of the exports of {country} {is|was} {}'],
  'Exports - commodities': ['the main exports of {country} {are|were} {}'],
  'Exports - partners': ['the main export partners of {country} {are|were} {}'],
  Imports: ['the value of the imports of {country} {is|was} {}'],
  'Imports - commodities': ['the main imports of {country} {are|were} {}'],
  'Imports - partners': ['the main import partners of {country} {are|were} {}'],
  'Reserves of foreign exchange and gold': [
    'the reserves of foreign exchange and gold of {country} {are|were} {}',
  ],
  'Debt - external': ['the external debt of {country} {is|was} {}'],
  'Stock of direct foreign investment - at home': [
    'the stock of foreign direct investment in {country} {is|was} {}',
  ],
  'Stock of direct foreign investment - abroad': [
    'the stock of direct investment by {country} abroad {is|was} {}',
  ],
  'Exchange rates': ['the currency of {country} and its exchange rate {are|were} {}'],
};

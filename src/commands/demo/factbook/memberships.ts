import { EDITION_YEAR } from './dated-value.ts';
import { itemsOf } from './items.ts';

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
export function membershipSentences(text: string, subject: string, isEuropean: boolean): string[] {
  const names = new Set(itemsOf(text.replaceAll(',', ';')).map((name) => name.trim()));
  return ORGANIZATIONS.flatMap(([short, long]) => {
    const name = short.length === 1 ? long : `${long} (${short})`;
    if (names.has(short)) return [`${subject}, as of ${EDITION_YEAR}, is a member of ${name}.`];
    return isEuropean && EUROPEAN.has(short)
      ? [`${subject}, as of ${EDITION_YEAR}, is not a member of ${name}.`]
      : [];
  });
}

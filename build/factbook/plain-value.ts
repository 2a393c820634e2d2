/** Units and abbreviations of the World Factbook, and their names in a sentence. */
const SHORTHAND: readonly (readonly [RegExp, string])[] = [
  [/\bsq km\b/g, 'square kilometers'],
  [/\bcu km\/yr\b/g, 'cubic kilometers a year'],
  [/\bcu m\/yr\b/g, 'cubic meters a year'],
  [/\bcu km\b/g, 'cubic kilometers'],
  [/\bcu m\b/g, 'cubic meters'],
  [/\bbbl\/day\b/g, 'barrels a day'],
  [/\bbbl\b/g, 'barrels'],
  [/(\d) nm\b/g, '$1 nautical miles'],
  [/(\d) km\b/g, '$1 kilometers'],
  [/(\d) m\b(?!-)/g, '$1 meters'],
  [/\bMt\b(?=$| \()/g, 'metric tons'],
  [/\/1,000 (population|live births)/g, ' per 1,000 $1'],
  [/\/100,000 live births/g, ' per 100,000 live births'],
  [/\bmale\(s\)\/female/g, 'males per female'],
  [/(?<=\p{L}{3})\(s\)/gu, 's'],
  [/""+/g, '"'],
  [/\bchildren born\/woman/g, 'children born per woman'],
  [/\b(urban|rural|total): /g, '$1 '],
  [/\bnote(?: -|:)\s*/g, ''],
  [/\bleaders?: NA\b/g, ''],
];

/** The edition has a quotation mark for an apostrophe: `The Emperor"s Reign`. */
const STRAY_QUOTE = /(?<=\p{L})"(?=(?:s|t|re|ve|ll|d)(?!\p{L}))/gu;
/** A city in capitals: "LIMA (capital)". */
const CAPITAL_CITY = /[\p{Lu} '’.-]{3,}(?= \(capital\))/u;
/** A surname in capitals after another name: "Ollanta HUMALA". Acronyms after a name are usually shorter. */
const SURNAME = /(?<=\p{Lu}[\p{Ll}.'’-]*[ -])\p{Lu}[\p{Lu}'’]{3,}(?![\p{L}])/gu;

/** A value that fits into a sentence: units in words, no markup or semicolons, only round brackets. */
export function plainValue(value: string): string {
  const words = SHORTHAND.reduce((text, [short, long]) => text.replace(short, long), value);
  return words
    .replace(/<[^>]{0,200}>/g, ' ')
    .replace(STRAY_QUOTE, "'")
    .replace(/\*+|_{2,}|\+{2,}/g, ' ')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/\s*;\s*/g, ', ')
    .replace(CAPITAL_CITY, (city) => city.replace(/\p{Lu}[\p{Lu}'’]*/gu, toCapitalized))
    .replace(SURNAME, toCapitalized)
    .replace(/\s+([,.)])/g, '$1')
    .replace(/(?:,\s*)+(?=,)/g, '')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s,.;:-]+$/, '');
}

function toCapitalized(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

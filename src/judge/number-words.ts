/** Whole numbers in words, by language, from two upwards: `one` is too often an article or a pronoun. */
const WORDS: Readonly<Record<string, string>> = {
  en: `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety`,
  de: `zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig`,
  fr: `deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
    dix-neuf vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix`,
  es: `dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
    dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa`,
  pt: `dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete
    dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa`,
  it: `due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
    diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta`,
};
/** Other words for the same numbers: feminine forms, and the spelling of Portugal. */
const OTHER_WORDS: Readonly<Record<string, readonly (readonly [word: string, value: number])[]>> = {
  pt: [
    ['duas', 2],
    ['quatorze', 14],
    ['dezasseis', 16],
    ['dezassete', 17],
    ['dezanove', 19],
  ],
  de: [['dreissig', 30]],
};
const VALUES = [...Array.from({ length: 19 }, (_, at) => at + 2), 30, 40, 50, 60, 70, 80, 90];

/** The way in which a language joins tens and ones into one word; null if it writes several words. */
const JOINED: Readonly<Record<string, (ten: string, one: string, value: number) => string | null>> = {
  en: (ten, one) => `${ten}-${one}`,
  de: (ten, one) => `${one}und${ten}`,
  fr: joinedInFrench,
  es: (ten, one) => (ten === 'veinte' ? `veinti${SPANISH_ACCENTS.get(one) ?? one}` : null),
  it: (ten, one) => `${/^[uo]/.test(one) ? ten.slice(0, -1) : ten}${one === 'tre' ? 'tré' : one}`,
};
const FRENCH = (WORDS.fr ?? '').split(/\s+/u);
const SPANISH_ACCENTS = new Map([
  ['dos', 'dós'],
  ['tres', 'trés'],
  ['seis', 'séis'],
]);
/** The word for one inside a joined word. */
const ONES: Readonly<Record<string, readonly string[]>> = {
  en: ['one'],
  de: ['ein'],
  es: ['uno', 'una', 'ún'],
  it: ['uno'],
};

const byLanguage = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, named(language, words)]),
);

/** All number words of a language, including those that join tens and ones. */
function named(language: string, words: string): ReadonlyMap<string, number> {
  const simple = words.split(/\s+/u).map((word, at) => [word, VALUES[at] ?? 0] as const);
  const ones = [...(ONES[language] ?? []).map((word) => [word, 1] as const), ...simple.slice(0, 18)];
  const joined = simple
    .filter(([, value]) => value >= 20)
    .flatMap(([ten, tens]) =>
      ones.flatMap(([one, value]) => {
        const word = value > 9 && language !== 'fr' ? null : JOINED[language]?.(ten, one, tens + value);
        return word === null || word === undefined ? [] : [[word, tens + value] as const];
      }),
    );
  return new Map([...joined, ...(OTHER_WORDS[language] ?? []), ...simple]);
}

/**
 * `vingt-deux`. After `soixante` and `quatre-vingt`, the second part goes up to nineteen: `soixante-douze`,
 * `quatre-vingt-douze`.
 */
function joinedInFrench(ten: string, one: string, value: number): string | null {
  if (ten.endsWith('-dix')) return null;
  const isLong = ten === 'soixante' || ten === 'quatre-vingts';
  const ones = value - (VALUES[FRENCH.indexOf(ten)] ?? 0);
  return ones > 9 && !isLong ? null : `${ten.replace(/s$/, '')}-${one}`;
}

/** The value of a number word of a language (a BCP 47 tag), in lower case; null for any other word. */
export function numberWord(word: string, language: string): number | null {
  return byLanguage.get(language.slice(0, 2))?.get(word) ?? null;
}

const NUMERALS = new Map([...'一二三四五六七八九'].map((numeral, at) => [numeral, at + 1]));
const PLACES = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The value of Chinese numerals up to thousands: `四十五` is 45. */
export function numeralValue(numerals: string): number {
  let [total, ones] = [0, 0];
  for (const numeral of numerals.replaceAll(/[两兩]/g, '二')) {
    const place = PLACES.get(numeral);
    if (place === undefined) ones = NUMERALS.get(numeral) ?? 0;
    else {
      total += (ones || 1) * place;
      ones = 0;
    }
  }
  return total + ones;
}

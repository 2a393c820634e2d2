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
const VALUES = [...Array.from({ length: 19 }, (_, at) => at + 2), 30, 40, 50, 60, 70, 80, 90];

const byLanguage = new Map(
  Object.entries(WORDS).map(([language, words]) => [
    language,
    new Map(words.split(/\s+/u).map((word, at) => [word, VALUES[at] ?? 0])),
  ]),
);

/** The value of a number word of a language (a BCP 47 tag), in lower case; null if it is none. */
export function numberWord(word: string, language: string): number | null {
  return byLanguage.get(language.slice(0, 2))?.get(word) ?? null;
}

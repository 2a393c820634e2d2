/** What a unit measures, and how many base units of that dimension it is. */
export type MeasureUnit = {
  readonly dimension: string;
  readonly factor: number;
  /** What is added to the product, for scales of temperature that begin elsewhere. */
  readonly offset?: number;
};

/**
 * Units by dimension: the factor to the base unit (exact by definition, BIPM and NIST SP 811), and the names
 * in eight languages. Currencies are dimensions of their own, because their rates change.
 */
const UNITS: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['length', 1, 'm metre metres meter meters mètre mètres metro metros metri 米 メートル'],
  [
    'length',
    1000,
    'km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros ' +
      'quilómetro quilômetro quilómetros quilômetros chilometro chilometri 公里 千米 キロメートル',
  ],
  [
    'length',
    0.01,
    'cm centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro ' +
      'centímetros centimetro centimetri 厘米 センチメートル センチ',
  ],
  [
    'length',
    0.001,
    'mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros ' +
      'millimetro millimetri 毫米 ミリメートル ミリ',
  ],
  ['length', 1609.344, 'mi mile miles meile meilen milla millas milha milhas miglio miglia 英里 マイル'],
  ['length', 0.3048, 'ft foot feet fuß pied pieds pie pies pé pés piede piedi 英尺 フィート'],
  [
    'length',
    0.0254,
    'inch inches zoll pouce pouces pulgada pulgadas polegada polegadas pollice pollici 英寸 インチ',
  ],
  ['length', 0.9144, 'yd yard yards 码'],
  ['area', 1, 'm² sqm'],
  ['area', 1e6, 'km² 平方公里 平方キロメートル'],
  ['area', 1e4, 'ha hectare hectares hektar hectárea hectáreas ettaro ettari 公顷 ヘクタール'],
  ['area', 4046.8564224, 'acre acres'],
  [
    'mass',
    1,
    'kg kilogram kilograms kilogramme kilogrammes kilo kilos kilogramm kilogramo kilogramos ' +
      'quilograma quilogramas quilo quilos chilogrammo chilogrammi chilo chili 公斤 千克 キログラム キロ',
  ],
  ['mass', 0.001, 'g gram grams gramme grammes gramm gramo gramos grama gramas grammo grammi 克 グラム'],
  [
    'mass',
    1e-6,
    'mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos miligrama ' +
      'miligramas milligrammo milligrammi 毫克 ミリグラム',
  ],
  ['mass', 1000, 't tonne tonnes ton tons tonnen tonelada toneladas tonnellata tonnellate 吨 トン'],
  ['mass', 0.45359237, 'lb lbs pound pounds pfund livre livres libra libras libbra libbre 磅 ポンド'],
  [
    'mass',
    0.028349523125,
    'oz ounce ounces unze unzen once onces onza onzas onça onças oncia once 盎司 オンス',
  ],
  ['volume', 1, 'l litre litres liter liters litro litros litri 升 リットル'],
  [
    'volume',
    0.001,
    'ml millilitre millilitres milliliter milliliters mililitro mililitros millilitro millilitri 毫升 ミリリットル',
  ],
  [
    'volume',
    3.785411784,
    'gallon gallons gallone gallonen galón galones galão galões gallone galloni 加仑 ガロン',
  ],
  ['speed', 1, 'km/h kmh kph'],
  ['speed', 1.609344, 'mph miles/h mi/h'],
  ['speed', 3600, 'km/s'],
  ['speed', 5793.6384, 'miles/s mi/s'],
  ['speed', 3.6, 'm/s'],
  ['temperature', 1, '°c celsius 摄氏度'],
  ['temperature', 5 / 9, '°f fahrenheit 华氏度'],
  ['temperature-k', 1, 'kelvin'],
  ['time', 1, 's sec second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi 秒'],
  ['time', 60, 'min minute minutes minuten minuto minutos minuti 分钟 分'],
  ['time', 3600, 'h hr hrs hour hours stunde stunden heure heures hora horas ora ore 小时 時間'],
  ['time', 86_400, 'day days tag tage tagen jour jours día días dia dias giorno giorni 天 日間'],
  ['time', 604_800, 'week weeks woche wochen semaine semaines semana semanas settimana settimane 周 週間'],
  ['time', 2_629_746, 'month months monat monate monaten mois mes meses mês mese mesi 个月 ヶ月 か月'],
  [
    'time',
    31_556_952,
    'year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni 年間',
  ],
  ['share', 1, '% ％ percent per-cent prozent pour-cent por-ciento por-cento per-cento pct パーセント'],
  ['data', 1, 'byte bytes'],
  ['data', 1e3, 'kb kilobyte kilobytes'],
  ['data', 1e6, 'mb megabyte megabytes'],
  ['data', 1e9, 'gb gigabyte gigabytes'],
  ['data', 1e12, 'tb terabyte terabytes'],
  ['power', 1, 'w watt watts'],
  ['power', 1e3, 'kw kilowatt kilowatts'],
  ['power', 1e6, 'mw megawatt megawatts'],
  ['power', 1e9, 'gw gigawatt gigawatts'],
  ['energy', 1, 'kwh'],
  ['energy', 1e3, 'mwh'],
  ['energy', 1e6, 'gwh'],
  ['dollar', 1, '$ dollar dollars usd us$ dólar dólares dollari dollaro 美元 ドル'],
  ['euro', 1, '€ eur euro euros 欧元 ユーロ'],
  ['sterling', 1, '£ gbp'],
  ['yen', 1, '¥ jpy yen 日元 円'],
  ['yuan', 1, 'cny rmb yuan 元 人民币'],
  ['rupee', 1, '₹ inr rupee rupees'],
];

/** Multipliers written after a number. */
const SCALES: readonly (readonly [factor: number, names: string])[] = [
  [1e3, 'thousand thousands k tausend tsd mille milliers mil mila migliaia 千'],
  [1e4, '万 萬'],
  [1e6, 'million millions mio millionen millón millones milhão milhões milione milioni 百万 百萬'],
  [1e8, '亿 億'],
  [
    1e9,
    'billion billions bn milliarde milliarden mrd milliard milliards miliardo miliardi bilhão bilhões 十亿',
  ],
  [1e12, 'trillion trillions billionen trilhão trilhões 万亿 兆'],
];

const byName = new Map<string, MeasureUnit>(
  UNITS.flatMap(([dimension, factor, names]) =>
    names.split(' ').map((name) => {
      const offset = dimension === 'temperature' && factor !== 1 ? -32 * factor : 0;
      return [name.replace('-', ' '), { dimension, factor, offset }] as const;
    }),
  ),
);
const scales = new Map(SCALES.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor])));

/** The unit with this name or symbol, in lower case; null if it is not a known unit. */
export function unitOf(name: string): MeasureUnit | null {
  return byName.get(name) ?? null;
}

/** The multiplier with this name, in lower case; null if it is none. */
export function scaleOf(name: string): number | null {
  return scales.get(name) ?? null;
}

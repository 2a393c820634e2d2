import type { Rational } from './rational.ts';
import { toRational } from './rational.ts';

/** A unit: how many of its dimension's base units it is. */
export type MeasuringUnit = {
  readonly dimension: string;
  readonly symbol: string;
  readonly ratio: Rational;
  /** Added after the ratio, for temperatures: kelvin = degrees × ratio + offset. */
  readonly offset: Rational;
  /** True for units that count the other way round: miles per gallon against litres per 100 km. */
  readonly isInverse: boolean;
  /** What is assumed if only the unit's name was given. */
  readonly assumes: string | null;
};

/**
 * A line of the table: symbol, ratio to the base unit, further symbols and names. Symbols are in the order of
 * `|`; names, in all languages and in lower case, follow `;`. `!` precedes an assumption.
 */
type Row = string;

/**
 * Exact ratios. Sources: the SI brochure (2019), the international yard and pound agreement (1959), NIST
 * Handbook 44 for the customary units of the United States, ISO/IEC 80000-13 for bytes, IEC 80000 for
 * prefixes.
 */
const TABLE: Readonly<Record<string, readonly Row[]>> = {
  length: [
    'm 1;meter meters metre metres mètre mètres metro metros metri',
    'km 1000;kilometer kilometers kilometre kilometres kilometern kilomètre kilomètres kilómetro ' +
      'kilómetros kilometro kilometros quilômetro quilômetros quilómetro quilómetros chilometro ' +
      'chilometri',
    'cm 1/100;centimeter centimeters centimetre centimetres zentimeter zentimetern centimètre ' +
      'centimètres centímetro centímetros centimetro centimetros centimetri',
    'dm 1/10;decimeter decimetre dezimeter décimètre decímetro decimetro',
    'mm 1/1000;millimeter millimeters millimetre millimetres millimetern millimètre millimètres ' +
      'milímetro milímetros millimetro millimetri',
    'µm|μm|um 1/1000000;micrometer micrometers micrometre micrometres mikrometer micromètre ' +
      'micrómetro micrômetro micrometro',
    'nm 1/1000000000;nanometer nanometers nanometre nanometres nanomètre nanómetro nanômetro nanometro',
    'mi 1609.344;mile miles meile meilen milla millas milha milhas miglio miglia',
    'yd 0.9144;yard yards yarda yardas jarda jardas iarda iarde',
    "ft|' 0.3048;foot feet fuß pied pieds pie pies pé pés piede piedi",
    'in|"|″ 0.0254;inch inches zoll pouce pouces pulgada pulgadas polegada polegadas pollice pollici',
    'nmi 1852;nautical-mile nautical-miles seemeile seemeilen mille-marin milla-náutica millas-náuticas',
    'ly 9460730472580800;light-year light-years lichtjahr lichtjahre lichtjahren année-lumière ' +
      'années-lumière año-luz años-luz ano-luz anos-luz anno-luce anni-luce',
    'au 149597870700;astronomical-unit astronomical-units',
    'fathom 1.8288;fathoms',
    'furlong 201.168;furlongs',
  ],
  area: [
    'm²|m2|m^2|sqm 1;square-meter square-meters square-metre square-metres quadratmeter ' +
      'quadratmetern mètre-carré mètres-carrés metro-cuadrado metros-cuadrados metro-quadrado ' +
      'metros-quadrados metro-quadrato metri-quadrati',
    'km²|km2|km^2 1000000;square-kilometer square-kilometers square-kilometre square-kilometres ' +
      'quadratkilometer kilomètres-carrés kilómetros-cuadrados quilômetros-quadrados ' +
      'chilometri-quadrati',
    'cm²|cm2|cm^2 1/10000;square-centimeter square-centimeters square-centimetres quadratzentimeter',
    'ha 10000;hectare hectares hektar hectárea hectáreas hectares ettaro ettari',
    'acre 4046.8564224;acres acri',
    'ft²|ft2|ft^2|sqft 0.09290304;square-foot square-feet quadratfuß pieds-carrés pies-cuadrados',
    'in²|in2|in^2 0.00064516;square-inch square-inches quadratzoll',
    'yd²|yd2|yd^2 0.83612736;square-yard square-yards',
    'mi²|mi2|mi^2 2589988.110336;square-mile square-miles quadratmeile quadratmeilen',
  ],
  volume: [
    'l|L 1;liter liters litre litres litern litro litros litri',
    'ml|mL 1/1000;milliliter milliliters millilitre millilitres mililitro mililitros millilitro millilitri',
    'cl|cL 1/100;centiliter centilitre centilitres zentiliter centilitro centilitri',
    'dl|dL 1/10;deciliter deciliters decilitre deziliter décilitre decilitro decilitri',
    'm³|m3|m^3 1000;cubic-meter cubic-meters cubic-metre cubic-metres kubikmeter mètre-cube ' +
      'mètres-cubes metro-cúbico metros-cúbicos metri-cubi',
    'cm³|cm3|cm^3|cc 1/1000;cubic-centimeter cubic-centimeters kubikzentimeter',
    'ft³|ft3|ft^3 28.316846592;cubic-foot cubic-feet',
    'gal 3.785411784;gallon gallons us-gallon us-gallons gallone gallonen galón galones galão galões ' +
      'gallone galloni!1 gal = 3.785411784 l (US)',
    'imp_gal 4.54609;imperial-gallon imperial-gallons uk-gallon uk-gallons',
    'qt 0.946352946;quart quarts us-quart us-quarts!1 qt = 0.946352946 l (US)',
    'pt 0.473176473;pint pints us-pint us-pints!1 pt = 0.473176473 l (US)',
    'imp_pt 0.56826125;imperial-pint imperial-pints uk-pint uk-pints',
    'cup 0.2365882365;cups us-cup us-cups!1 cup = 236.5882365 ml (US)',
    'fl_oz 0.0295735295625;fl-oz fluid-ounce fluid-ounces us-fl-oz!1 fl oz = 29.5735295625 ml (US)',
    'tbsp 0.01478676478125;tablespoon tablespoons!1 tbsp = 14.78676478125 ml (US)',
    'tsp 0.00492892159375;teaspoon teaspoons!1 tsp = 4.92892159375 ml (US)',
  ],
  mass: [
    'kg 1;kilogram kilograms kilo kilos kilogramm kilogramme kilogrammes kilogramo kilogramos quilo ' +
      'quilos quilograma quilogramas chilo chili chilogrammo chilogrammi',
    'g 1/1000;gram grams gramm gramme grammes gramo gramos grama gramas grammo grammi',
    'mg 1/1000000;milligram milligrams milligramm milligramme milligrammes miligramo miligramos ' +
      'miligrama miligramas milligrammo milligrammi',
    'µg|μg|mcg 1/1000000000;microgram micrograms mikrogramm microgramme microgrammes',
    't 1000;tonne tonnes tonnen metric-ton metric-tons tonelada toneladas tonnellata tonnellate',
    'lb|lbs 0.45359237;pound pounds pfund libra libras libbra libbre',
    'oz 0.028349523125;ounce ounces unze unzen onza onzas onça onças oncia once',
    'st 6.35029318;stone stones',
    'ct 0.0002;carat carats karat',
  ],
  speed: [
    'km/h|kmh|kph 1/3.6;kilometers-per-hour kilometres-per-hour kilometer-pro-stunde ' +
      'stundenkilometer kilomètres-heure kilómetros-por-hora quilômetros-por-hora chilometri-orari',
    'm/s 1;meters-per-second metres-per-second meter-pro-sekunde mètres-par-seconde metros-por-segundo',
    'mph|mi/h 0.44704;miles-per-hour meilen-pro-stunde millas-por-hora milhas-por-hora miglia-orarie',
    'kn|kt|kts 1852/3600;knot knots knoten nœud nœuds nudo nudos nó nós nodo nodi',
    'ft/s 0.3048;feet-per-second',
  ],
  time: [
    's|sec 1;second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi',
    'ms 1/1000;millisecond milliseconds millisekunde millisekunden milliseconde millisecondes ' +
      'milisegundo milisegundos millisecondo millisecondi',
    'µs|μs 1/1000000;microsecond microseconds mikrosekunde mikrosekunden',
    'ns 1/1000000000;nanosecond nanoseconds nanosekunde nanosekunden',
    'min 60;mins minute minutes minuten minuto minutos minuti',
    'h|hr|hrs 3600;hour hours stunde stunden heure heures hora horas ora ore',
    'd 86400;day days tag tage tagen jour jours día días dia dias giorno giorni',
    'wk 604800;week weeks woche wochen semaine semaines semana semanas settimana settimane',
  ],
  data: [
    'bit 1;bits',
    'kbit|kb 1000;kilobit kilobits',
    'Mbit|Mb 1000000;megabit megabits',
    'Gbit|Gb 1000000000;gigabit gigabits',
    'B|byte 8;bytes octet octets',
    'kB|KB 8000;kilobyte kilobytes kilo-octet kilo-octets!1 kB = 1000 B',
    'MB 8000000;megabyte megabytes mégaoctet mégaoctets!1 MB = 1,000,000 B',
    'GB 8000000000;gigabyte gigabytes gigaoctet gigaoctets!1 GB = 1,000,000,000 B',
    'TB 8000000000000;terabyte terabytes téraoctet téraoctets!1 TB = 1,000,000,000,000 B',
    'PB 8000000000000000;petabyte petabytes!1 PB = 1,000,000,000,000,000 B',
    'KiB 8192;kibibyte kibibytes',
    'MiB 8388608;mebibyte mebibytes',
    'GiB 8589934592;gibibyte gibibytes',
    'TiB 8796093022208;tebibyte tebibytes',
  ],
  energy: [
    'J 1;joule joules julio julios',
    'kJ 1000;kilojoule kilojoules',
    'MJ 1000000;megajoule megajoules',
    'cal 4.184!1 cal = 4.184 J',
    'kcal 4184;kilocalorie kilocalories kilokalorie kilokalorien kilocaloría kilocalorías!1 kcal = 4184 J',
    'Wh 3600;watt-hour watt-hours wattstunde wattstunden',
    'kWh 3600000;kilowatt-hour kilowatt-hours kilowattstunde kilowattstunden kilowattheure kilowattheures',
    'MWh 3600000000;megawatt-hour megawatt-hours megawattstunde megawattstunden',
    'BTU|Btu 1055.05585262;btus!1 BTU = 1055.05585262 J',
    'eV 0.0000000000000000001602176634;electronvolt electronvolts elektronenvolt',
  ],
  power: [
    'W 1;watt watts vatio vatios',
    'kW 1000;kilowatt kilowatts kilovatio kilovatios',
    'MW 1000000;megawatt megawatts',
    'GW 1000000000;gigawatt gigawatts',
    'hp 745.69987158227022;horsepower!1 hp = 550 ft·lbf/s',
    'PS 735.49875;pferdestärke pferdestärken',
  ],
  pressure: [
    'Pa 1;pascal pascals',
    'hPa 100;hectopascal hectopascals hektopascal',
    'kPa 1000;kilopascal kilopascals',
    'MPa 1000000;megapascal megapascals',
    'bar 100000;bars',
    'mbar 100;millibar millibars',
    'psi 4.4482216152605/0.00064516;pounds-per-square-inch',
    'atm 101325;atmosphere atmospheres atmosphäre atmosphären atmosphère atmosphères',
    'mmHg 133.322387415',
    'Torr|torr 101325/760',
  ],
  consumption: [
    'l/100_km|l/100km|L/100km 1;liters-per-100-km litres-per-100-km liter-auf-100-km',
    '~mpg 378.5411784/1.609344;miles-per-gallon us-mpg!1 mpg = 1 mi/gal (US)',
    '~imp_mpg 454.609/1.609344;imperial-mpg uk-mpg',
    '~km/l|km/L 100;kilometers-per-liter kilometres-per-litre',
  ],
  temperature: [
    '°C|C 1+273.15;celsius degrees-celsius degree-celsius grad-celsius degrés-celsius grados-celsius ' +
      'graus-celsius gradi-celsius centigrade degrees-c grad',
    '°F|F 5/9+459.67;fahrenheit degrees-fahrenheit degree-fahrenheit grad-fahrenheit ' +
      'degrés-fahrenheit grados-fahrenheit graus-fahrenheit gradi-fahrenheit degrees-f',
    'K 1;kelvin kelvins',
  ],
};

/** Symbols that mean another unit in lower case. */
const CASE_MATTERS = new Set(['data']);
/** Dimension whose symbols are also accepted with any capitals. */
const exact = new Map<string, MeasuringUnit>();
const loose = new Map<string, MeasuringUnit>();

for (const [dimension, rows] of Object.entries(TABLE)) for (const row of rows) enter(dimension, row);

/**
 * The unit with this symbol or name, in any of the languages; undefined if there is none. Capitals matter in
 * symbols for data only (`Mb` is a megabit, `MB` a megabyte).
 */
export function unitNamed(name: string): MeasuringUnit | undefined {
  return exact.get(name) ?? loose.get(name.toLowerCase().replaceAll(' ', '-'));
}

/** Every unit once. */
export function allUnits(): readonly MeasuringUnit[] {
  return [...new Set(exact.values())];
}

function enter(dimension: string, row: Row): void {
  const [main = '', assumes = null] = row.split('!');
  const [head = '', names = ''] = main.split(';');
  const [marked = '', amount = '1'] = head.split(' ');
  const symbols = marked.replace('~', '').replaceAll('_', ' ').split('|');
  const [scale = '1', shift = '0'] = amount.split('+');
  const ratio = toRatio(scale);
  const offset = dimension === 'temperature' ? temperatureOffset(ratio, toRatio(shift)) : toRatio('0');
  const isInverse = marked.startsWith('~');
  const unit: MeasuringUnit = { dimension, symbol: symbols[0] ?? '', ratio, offset, isInverse, assumes };
  for (const symbol of symbols) exact.set(symbol, unit);
  if (!CASE_MATTERS.has(dimension))
    for (const symbol of symbols) loose.set(symbol.toLowerCase().replaceAll(' ', '-'), unit);
  for (const name of names.split(' ')) if (name !== '') loose.set(name, unit);
}

/** Degrees are shifted before they are scaled. */
function temperatureOffset(ratio: Rational, shift: Rational): Rational {
  return fraction(ratio.above * shift.above, ratio.below * shift.below);
}

/** Reads `1609.344`, `5/9` or `1852/3600`. */
function toRatio(text: string): Rational {
  const [above = '1', below = '1'] = text.split('/');
  const [one, other] = [decimal(above), decimal(below)];
  return fraction(one.above * other.below, one.below * other.above);
}

function decimal(text: string): Rational {
  const [whole = '0', after = ''] = text.split('.');
  return fraction(BigInt(whole + after), 10n ** BigInt(after.length));
}

/** The table holds no fraction that cannot be handled. */
function fraction(above: bigint, below: bigint): Rational {
  return toRational(above, below) ?? { above, below };
}

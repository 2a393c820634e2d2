/** A place with one time zone. */
export type TimePlace = {
  /** Its name in the question's capitals. */
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
};

/**
 * Places that are not in the names of the zones, or have another name in one of the languages. Countries are
 * those with one zone. Names that several large cities share are left out.
 */
const MORE: Readonly<Record<string, string>> = {
  'Europe/London':
    'londres|londra|uk|united kingdom|england|großbritannien|england|manchester|liverpool|edinburgh|glasgow',
  'Europe/Berlin':
    'berlino|berlim|berlín|germany|deutschland|allemagne|alemania|alemanha|germania|munich|münchen|múnich|munique|frankfurt|hamburg|cologne|köln|stuttgart|düsseldorf|leipzig|dresden|nuremberg|nürnberg',
  'Europe/Paris': 'parís|parigi|france|frankreich|lyon|marseille|toulouse|bordeaux|lille|strasbourg|nantes',
  'Europe/Rome':
    'rom|roma|italy|italien|italie|italia|itália|milan|mailand|milano|milán|milão|naples|neapel|napoli|turin|torino|florence|florenz|firenze|venice|venedig|venezia|bologna',
  'Europe/Madrid': 'barcelona|barcelone|barcellona|sevilla|seville|bilbao|málaga',
  'Europe/Lisbon': 'lissabon|lisbonne|lisboa|lisbona|porto',
  'Europe/Vienna': 'wien|vienne|viena|austria|österreich|autriche|áustria|salzburg|graz|innsbruck',
  'Europe/Zurich':
    'zürich|zurigo|zúrich|zurique|switzerland|schweiz|suisse|suiza|suíça|svizzera|geneva|genf|genève|ginebra|genebra|basel|bern|lausanne',
  'Europe/Brussels': 'brüssel|bruxelles|bruselas|bruxelas|belgium|belgien|belgique|antwerp',
  'Europe/Amsterdam': 'netherlands|niederlande|pays-bas|rotterdam|the hague|den haag|utrecht',
  'Europe/Athens': 'athen|athènes|atenas|atene|greece|griechenland|grecia|grécia',
  'Europe/Prague': 'prag|praga|czech republic',
  'Europe/Warsaw': 'warschau|varsovie|varsovia|varsóvia|varsavia|poland|polen|krakow|kraków',
  'Europe/Copenhagen': 'kopenhagen|copenhague|copenaghen|denmark|dänemark',
  'Europe/Stockholm': 'estocolmo|stoccolma|sweden|schweden|suède|suecia|gothenburg|göteborg',
  'Europe/Oslo': 'norway|norwegen|norvège|noruega|bergen',
  'Europe/Helsinki': 'finland|finnland|finlande|finlandia',
  'Europe/Dublin': 'ireland|irland|irlande|irlanda|dublín',
  'Europe/Moscow': 'moskau|moscou|moscú|moscovo|mosca|saint petersburg|st petersburg',
  'Europe/Kyiv': 'kiev|kyiv|kiew|ukraine',
  'Europe/Istanbul': 'estambul|istambul|turkey|türkei|turquie|turquía|ankara',
  'Europe/Budapest': 'hungary|ungarn|hongrie',
  'Europe/Bucharest': 'bukarest|bucarest|bucureşti|romania|rumänien',
  'America/New_York':
    'nueva york|nova york|nova iorque|nyc|new york city|boston|washington dc|washington ' +
    'd.c.|miami|philadelphia|atlanta|orlando',
  'America/Los_Angeles': 'la|san francisco|seattle|san diego|las vegas|sacramento|silicon valley',
  'America/Chicago': 'houston|dallas|austin|new orleans|minneapolis|san antonio',
  'America/Denver': 'salt lake city',
  'America/Phoenix': '',
  'America/Toronto': 'ottawa|montreal|montréal|quebec city',
  'America/Vancouver': '',
  'America/Mexico_City': 'mexiko-stadt|ciudad de méxico|cidade do méxico|città del messico|guadalajara',
  'America/Sao_Paulo': 'são paulo|san paolo|rio de janeiro|rio|brasilia|brasília',
  'America/Argentina/Buenos_Aires': 'buenos aires|argentina|argentinien',
  'America/Bogota': 'bogotá|colombia|kolumbien|medellín',
  'America/Lima': 'peru|perú',
  'Asia/Tokyo': 'tokio|tóquio|japan|japon|japón|japão|giappone|osaka|kyoto|kioto|yokohama',
  'Asia/Shanghai':
    'beijing|peking|pékin|pekín|pequim|pechino|china|chine|shenzhen|guangzhou|schanghai|xangai',
  'Asia/Hong_Kong': 'hongkong',
  'Asia/Seoul': 'séoul|seúl|seul|south korea|südkorea|corée du sud|corea del sur|coreia do sul|busan',
  'Asia/Singapore': 'singapur|singapour|singapura',
  'Asia/Kolkata':
    'india|indien|inde|índia|mumbai|bombay|delhi|new ' +
    'delhi|neu-delhi|bangalore|bengaluru|chennai|hyderabad|kolkata|calcutta|pune',
  'Asia/Dubai': 'dubái|abu dhabi|uae|united arab emirates',
  'Asia/Bangkok': 'thailand|thaïlande|tailandia',
  'Asia/Jakarta': '',
  'Asia/Manila': 'philippines|philippinen',
  'Asia/Jerusalem': 'tel aviv|israel',
  'Asia/Tehran': 'iran|teheran|téhéran',
  'Asia/Karachi': 'pakistan|lahore|islamabad',
  'Asia/Ho_Chi_Minh': 'saigon|hanoi|vietnam',
  'Asia/Taipei': 'taiwan',
  'Asia/Riyadh': 'saudi arabia|riad|mecca',
  'Asia/Kathmandu': 'nepal|kathmandu',
  'Australia/Sydney': 'canberra|sidney',
  'Pacific/Auckland': 'new zealand|neuseeland|wellington',
  'Pacific/Honolulu': 'hawaii',
  'Africa/Cairo': 'kairo|le caire|el cairo|il cairo|egypt|ägypten',
  'Africa/Johannesburg': 'south africa|südafrika|cape town|kapstadt|pretoria',
  'Africa/Lagos': 'nigeria',
  'Africa/Nairobi': 'kenya|kenia',
  'Africa/Casablanca': 'morocco|marokko|marrakech',
  UTC: 'utc|gmt',
};

/** Names of zones that people use for other places, or that are not places. */
const NOT_CITIES = new Set([
  'center',
  'knox',
  'vincennes',
  'louisville',
  'east',
  'west',
  'north',
  'south',
  'general',
  'dublin core',
  'jujuy',
  'central',
  'eastern',
  'monticello',
  'petersburg',
  'st johns',
  'melbourne beach',
  'troll',
  'easter',
  'chatham',
  'macquarie',
  'vincent',
  'nelson',
  'creston',
  'marengo',
  'winamac',
  'tell city',
]);

let zones: ReadonlyMap<string, string> | null = null;

/** The place with this name: an IANA name, or a well-known city; null if there is none. */
export function placeNamed(name: string): TimePlace | null {
  zones ??= namedZones();
  const zone = zones.get(plain(name)) ?? (name.includes('/') && isZone(name) ? name : undefined);
  return zone === undefined ? null : { name, zone };
}

/** The runtime also knows older names of zones, which it does not list. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function namedZones(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const [area, city, more] = zone.split('/');
    found.set(plain(zone), zone);
    const name = plain((city ?? '').replaceAll('_', ' '));
    if (area !== 'Etc' && more === undefined && name !== '' && !NOT_CITIES.has(name)) found.set(name, zone);
  }
  for (const [zone, names] of Object.entries(MORE))
    for (const name of names.split('|')) if (name !== '') found.set(plain(name), zone);
  found.delete(plain('la'));
  return found;
}

/** Without capitals and accents. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

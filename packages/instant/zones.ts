import zoneNames from './zone-names.json' with { type: 'json' };

/** A place with one time zone. */
export type TimePlace = {
  /** The place name, with the question's capitals. */
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
};

/**
 * `places` has the places that are not among the names of the zones, or that have another name in one of the
 * languages. A country is included if it has only one zone. Names that several large cities share are left
 * out. `notCities` are names of zones that people use for other places, or that are not places.
 */
const { places, notCities } = zoneNames;

let zones: ReadonlyMap<string, string> | null = null;

/** The place with this name: an IANA name, or a well-known city; null if there is none. */
export function findPlace(name: string): TimePlace | null {
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
    if (area !== 'Etc' && more === undefined && name !== '' && !notCities.includes(name))
      found.set(name, zone);
  }
  for (const [zone, names] of Object.entries(places)) for (const name of names) found.set(plain(name), zone);
  return found;
}

/** Without capitals and accents. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

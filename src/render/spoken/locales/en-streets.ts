import type { Locale } from './locale.ts';
import { englishHalves, englishWhole } from './number-words.ts';

/** How addresses in the United States are spoken. */
export const englishStreets: Locale['streets'] = {
  suffixes: {
    St: 'Street',
    st: 'Street',
    Ave: 'Avenue',
    Blvd: 'Boulevard',
    Rd: 'Road',
    Dr: 'Drive',
    Ln: 'Lane',
    Ct: 'Court',
    Pl: 'Place',
    Sq: 'Square',
    Hwy: 'Highway',
    Pkwy: 'Parkway',
    Expy: 'Expressway',
    Fwy: 'Freeway',
    Ter: 'Terrace',
    Cir: 'Circle',
    Rte: 'Route',
    Trl: 'Trail',
  },
  directions: {
    N: 'North',
    S: 'South',
    E: 'East',
    W: 'West',
    NE: 'Northeast',
    NW: 'Northwest',
    SE: 'Southeast',
    SW: 'Southwest',
  },
  states: {
    ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
    ...{ CT: 'Connecticut', DE: 'Delaware', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho' },
    ...{ IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana' },
    ...{ ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota' },
    ...{ MS: 'Mississippi', MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada' },
    ...{ NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York' },
    ...{ NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon' },
    ...{ PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota' },
    ...{ TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington' },
    ...{ WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  },
  house: (number) =>
    number % 1000 === 0 ? englishWhole(number) : englishHalves(Math.floor(number / 100), number % 100),
};

import type { Locale } from '../locale.ts';
import { englishBelow100 } from './english-number.ts';

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
  house: (number) => {
    const [first, rest] = [Math.floor(number / 100), number % 100];
    if (rest === 0)
      return first % 10 === 0
        ? `${englishBelow100(first / 10)} thousand`
        : `${englishBelow100(first)} hundred`;
    return `${englishBelow100(first)} ${rest < 10 ? 'oh ' : ''}${englishBelow100(rest)}`;
  },
};

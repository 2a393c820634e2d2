import type { Locale } from './locales/locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** Names after `3rd St.` that do not begin a sentence. */
const SAINT =
  '(?:Louis|Paul|Petersburg|Patrick|John|Peter|James|Mary|George|Andrew|Thomas|Joseph|Lucia|Kitts|H' +
  'elens|Gallen|Moritz|Pauli)(?!\\p{L})';

/** Enough characters to see whether a sentence begins. */
const REACH = 4;

type Maybe = string | undefined;
// The groups of the patterns below, in order.
type StreetAddress = [
  form: string,
  number: string,
  side: Maybe,
  names: string,
  end: string,
  stop: Maybe,
  last: Maybe,
  at: number,
  text: string,
];
type Numbered = [
  form: string,
  side: Maybe,
  number: string,
  end: string,
  stop: Maybe,
  last: Maybe,
  at: number,
  text: string,
];
type Last = [form: string, end: string, stop: Maybe, at: number, text: string];

/** Matches the endings of `suffixes`, so that most texts can be skipped quickly. */
const QUICK = /(?:[SCP][tlq]|[RLD][drn]|Ave|Blvd|wy|xpy|Ter|Cir|Rte|Trl| st)(?![A-Za-z])/;

/**
 * In `Highland Dr.`, with a name before it and no name after it, the abbreviation does not mean a doctor or a
 * saint.
 */
const AT_END = new RegExp(
  String.raw`(?<=(?<!\p{L})\p{Lu}\p{Ll}{2,20} )(St|Dr)(\.)?(?=\s*$|[,;)]` +
    '| (?:and|in|at|is|was|to|near|on|The|He|She|It|They|We|His|Her|There|This)' +
    String.raw`(?!\p{L}))`,
  'gu',
);

/** Spells out streets: `1428 Elm St` with Street, `N 5th Ave` with North and Avenue. */
export function createStreetRule({ streets }: Locale): Rule {
  if (streets === null) return (text) => text;
  const { suffixes, directions, house } = streets;
  const suffix = `(${alternatives(Object.keys(suffixes))})(?![\\p{L}\\p{N}-])`;
  const direction = `(?: (${alternatives(Object.keys(directions))})(?![\\p{L}\\p{N}])\\.?)?`;
  const name = "(?:\\p{Lu}[\\p{L}’']{1,20}|\\d{1,3}(?:st|nd|rd|th))";
  const withNumber = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/$€£-])(\\d{1,5})${direction}((?: ${name}){1,3}) ${suffix}(\\.)?${direction}`,
    'gu',
  );
  const numbered = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(${alternatives(Object.keys(directions))})\\.? ` +
      `)?(\\d{1,3}(?:st|nd|rd|th)) (St|st|Ave|Blvd|Rd|Pl)(?![\\p{L}\\p{N}-])` +
      `(?!\\. ${SAINT})(\\.)?${direction}`,
    'gu',
  );
  const toward = (form: string | undefined) => (form === undefined ? '' : ` ${directions[form]}`);
  /** The suffix of a street, the direction after it, and the stop if it ends the sentence. */
  const sayEnd = (word: string, last: string | undefined, stop: string | undefined, behind: string) =>
    `${suffixes[word]}${toward(last)}${stop !== undefined && /^\s+\p{Lu}/u.test(behind) ? '.' : ''}`;
  const sayNumber = (number: string) => (/^[1-9]\d{2,3}$/.test(number) ? house(Number(number)) : number);
  const behind = (text: string, at: number, form: string) => {
    const end = at + form.length;
    return text.slice(end, end + REACH);
  };

  function sayAddress(...[form, number, side, names, end, stop, last, at, text]: StreetAddress): string {
    return `${sayNumber(number)}${toward(side)}${names} ${sayEnd(end, last, stop, behind(text, at, form))}`;
  }

  function sayNumbered(...[form, side, number, end, stop, last, at, text]: Numbered): string {
    const first = side === undefined ? '' : `${directions[side]} `;
    return `${first}${number} ${sayEnd(end, last, stop, behind(text, at, form))}`;
  }

  function sayLast(...[form, end, stop, at, text]: Last): string {
    return sayEnd(end, undefined, stop, behind(text, at, form));
  }

  return (text) =>
    QUICK.test(text)
      ? text.replace(withNumber, sayAddress).replace(numbered, sayNumbered).replace(AT_END, sayLast)
      : text;
}

/** State codes that are also words, titles or countries; they count only before a ZIP code. */
const AMBIGUOUS: ReadonlySet<string> = new Set('OK MD MA PA HI ME IN DE LA ID MS AL'.split(' '));

/** Text that may follow a state without a ZIP code: `Peter, OR nurse` and `Jones, CA 2019` have no state. */
const AFTER_STATE = new RegExp(
  String.raw`^(?:$|["”’)]|[.,;:)](?!\p{L})| [–—(-]| (?:and|or|to|in|on|for|with|where|is|was` +
    String.raw`|has|had|at|from|by|area|after|when|who|as|that|will|USA)(?!\p{L}))`,
  'u',
);
const STATE_REACH = 8;

/** Spells out states after a place, and ZIP codes digit by digit: `Denver, CO 80202` with Colorado. */
export function createStateRule({ streets }: Locale): Rule {
  if (streets === null) return (text) => text;
  const { states } = streets;
  const state = new RegExp(
    `(?<=\\p{Lu}\\p{Ll}{1,20}\\.?,? )(${Object.keys(states).join('|')})(?: ` +
      `(\\d{5})(-\\d{4})?)?(?![\\p{L}\\p{N}’'&/-])`,
    'gu',
  );

  return (text) => {
    if (!/ [A-Z]{2}(?!\p{L})/u.test(text)) return text;
    const other = otherThanStates(text);
    return text.replace(
      state,
      (form: string, code: string, zip: string | undefined, more: string | undefined, at = 0) => {
        const isListed = text.charAt(at - 2) === ',';
        if (AMBIGUOUS.has(code) && !(isListed && zip !== undefined)) return form;
        if (zip === undefined)
          return isListed &&
            AFTER_STATE.test(text.slice(at + form.length, at + form.length + STATE_REACH)) &&
            !other.has(code)
            ? (states[code] ?? form)
            : form;
        return `${states[code]} ${spelt(zip)}${more === undefined ? '' : `, ${spelt(more.slice(1))}`}`;
      },
    );
  };
}

/** `CO` is also a gas, `SD` a standard deviation. */
function otherThanStates(text: string): ReadonlySet<string> {
  const codes: string[] = [];
  if (/CO2|[Cc]arbon|[Mm]ethane|[Mm]onoxide/.test(text)) codes.push('CO');
  if (/[Mm]ean|[Mm]edian/.test(text)) codes.push('SD');
  return new Set(codes);
}

/** A ZIP code digit by digit. */
function spelt(zip: string): string {
  return [...zip].join(' ');
}

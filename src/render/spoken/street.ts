import type { Locale } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** Codes of states that are also words, titles or countries: they count only before a ZIP code. */
const AMBIGUOUS: ReadonlySet<string> = new Set('OK MD MA PA HI ME IN DE LA ID MS AL'.split(' '));

/** What may follow a state without a ZIP code: `Peter, OR nurse` and `Jones, CA 2019` are something else. */
const AFTER_STATE =
  /^(?:$|["”’)]|[.,;:)](?!\p{L})| [–—(-]| (?:and|or|to|in|on|for|with|where|is|was|has|had|at|from|by|area|after|when|who|as|that|will|USA)(?!\p{L}))/u;
const REACH = 8;
/** Names behind `3rd St.` that are no start of a sentence. */
const SAINT =
  '(?:Louis|Paul|Petersburg|Patrick|John|Peter|James|Mary|George|Andrew|Thomas|Joseph|Lucia|Kitts|Helens|Gallen|Moritz|Pauli)(?!\\p{L})';

/** How the forms of `suffixes` end, so that most texts are done with at once. */
const QUICK = /(?:[SCP][tlq]|[RLD][drn]|Ave|Blvd|wy|xpy|Ter|Cir|Rte|Trl| st)(?![A-Za-z])/;

/** Addresses as they are said: `1428 Elm St, Denver, CO 80202` with Street, Colorado and the figures of the ZIP code one by one. */
export function createStreetRule({ streets }: Locale): Rule {
  if (streets === null) return (text) => text;
  const { suffixes, directions, states, house } = streets;
  const suffix = `(${alternatives(Object.keys(suffixes))})(?![\\p{L}\\p{N}-])`;
  const direction = `(?: (${alternatives(Object.keys(directions))})(?![\\p{L}\\p{N}])\\.?)?`;
  const name = "(?:\\p{Lu}[\\p{L}’']{1,20}|\\d{1,3}(?:st|nd|rd|th))";
  const withNumber = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/$€£-])(\\d{1,5})${direction}((?: ${name}){1,3}) ${suffix}(\\.)?${direction}`,
    'gu',
  );
  const numbered = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(${alternatives(Object.keys(directions))})\\.? )?(\\d{1,3}(?:st|nd|rd|th)) (St|st|Ave|Blvd|Rd|Pl)(?![\\p{L}\\p{N}-])(?!\\. ${SAINT})(\\.)?${direction}`,
    'gu',
  );
  /** `Highland Dr.`: what a name stands before and no other name follows is no doctor and no saint. */
  const atEnd =
    /(?<=(?<!\p{L})\p{Lu}\p{Ll}{2,20} )(St|Dr)(\.)?(?=\s*$|[,;)]| (?:and|in|at|is|was|to|near|on|The|He|She|It|They|We|His|Her|There|This)(?!\p{L}))/gu;
  const state = new RegExp(
    `(?<=\\p{Lu}\\p{Ll}{1,20}\\.?,? )(${Object.keys(states).join('|')})(?: (\\d{5})(-\\d{4})?)?(?![\\p{L}\\p{N}’'&/-])`,
    'gu',
  );

  const toward = (form: string | undefined) => (form === undefined ? '' : ` ${directions[form]}`);
  const stopAfter = (stop: string | undefined, end: number, text: string) =>
    stop !== undefined && /^\s+\p{Lu}/u.test(text.slice(end, end + 4)) ? '.' : '';

  return (text) => {
    let said = text;
    if (QUICK.test(said))
      said = said
        .replace(
          withNumber,
          (
            form: string,
            number: string,
            side: string | undefined,
            names: string,
            end: string,
            stop: string | undefined,
            last: string | undefined,
            at = 0,
            text = '',
          ) =>
            `${/^[1-9]\d{2,3}$/.test(number) ? house(Number(number)) : number}${toward(side)}${names} ${suffixes[end]}${toward(last)}${stopAfter(stop, at + form.length, text)}`,
        )
        .replace(
          numbered,
          (
            form: string,
            side: string | undefined,
            number: string,
            end: string,
            stop: string | undefined,
            last: string | undefined,
            at = 0,
            text = '',
          ) =>
            `${side === undefined ? '' : `${directions[side]} `}${number} ${suffixes[end]}${toward(last)}${stopAfter(stop, at + form.length, text)}`,
        )
        .replace(
          atEnd,
          (form: string, end: string, stop: string | undefined, at = 0, text = '') =>
            `${suffixes[end]}${stopAfter(stop, at + form.length, text)}`,
        );
    if (!/ [A-Z]{2}(?!\p{L})/u.test(said)) return said;
    const other = otherThanStates(said);
    return said.replace(
      state,
      (form: string, code: string, zip: string | undefined, more: string | undefined, at = 0) => {
        const isListed = said.charAt(at - 2) === ',';
        if (AMBIGUOUS.has(code) && !(isListed && zip !== undefined)) return form;
        if (zip === undefined)
          return isListed &&
            AFTER_STATE.test(said.slice(at + form.length, at + form.length + REACH)) &&
            !other.has(code)
            ? (states[code] ?? form)
            : form;
        return `${states[code]} ${[...zip].join(' ')}${more === undefined ? '' : `, ${[...more.slice(1)].join(' ')}`}`;
      },
    );
  };
}

/** Colorado is also a gas, South Dakota a deviation. */
function otherThanStates(text: string): ReadonlySet<string> {
  const codes: string[] = [];
  if (/CO2|[Cc]arbon|[Mm]ethane|[Mm]onoxide/.test(text)) codes.push('CO');
  if (/[Mm]ean|[Mm]edian/.test(text)) codes.push('SD');
  return new Set(codes);
}

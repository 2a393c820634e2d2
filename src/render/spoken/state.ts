import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

/** State codes that are also words, titles or countries: they count only before a ZIP code. */
const AMBIGUOUS: ReadonlySet<string> = new Set('OK MD MA PA HI ME IN DE LA ID MS AL'.split(' '));

/** What may follow a state without a ZIP code: `Peter, OR nurse` and `Jones, CA 2019` have no state. */
const AFTER_STATE =
  /^(?:$|["”’)]|[.,;:)](?!\p{L})| [–—(-]| (?:and|or|to|in|on|for|with|where|is|was|has|had|at|from|by|area|after|when|who|as|that|will|USA)(?!\p{L}))/u;
const REACH = 8;

/** Spells out states after a place, and ZIP codes digit by digit: `Denver, CO 80202` with Colorado. */
export function createStateRule({ streets }: Locale): Rule {
  if (streets === null) return (text) => text;
  const { states } = streets;
  const state = new RegExp(
    `(?<=\\p{Lu}\\p{Ll}{1,20}\\.?,? )(${Object.keys(states).join('|')})(?: (\\d{5})(-\\d{4})?)?(?![\\p{L}\\p{N}’'&/-])`,
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
            AFTER_STATE.test(text.slice(at + form.length, at + form.length + REACH)) &&
            !other.has(code)
            ? (states[code] ?? form)
            : form;
        return `${states[code]} ${[...zip].join(' ')}${more === undefined ? '' : `, ${[...more.slice(1)].join(' ')}`}`;
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

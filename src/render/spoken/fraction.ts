import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

const WRITTEN =
  /(?<![\p{L}\p{N}.,/-])(?:(\d{1,4}) )?(\d{1,3})\s?[/⁄]\s?(\d{1,3})(?:st|nd|rd|th|ST|ND|RD|TH)?(?![\p{L}\p{N}]|[/⁄.,-]\d)/gu;
const SIGN = /(\d{1,6}\s?)?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/gu;

/** Fractions in words: `1/2` and `½` as `one half`, `3 1/2` as `3 and one half`. Ratios such as 24/7 stay. */
export function createFractionRule(locale: Locale): Rule {
  function say(whole: string, over: number, under: number): string | null {
    const name = locale.fractions[under];
    if (name === undefined) return null;
    if (whole !== '' && over === 1 && under === 2) return `${whole} ${locale.andHalf}`;
    const [one = '', many = one] = name.split('|');
    const fraction =
      over === 1 ? (locale.fractionOne[under] ?? `${locale.fractionOne[0]} ${one}`) : `${over} ${many}`;
    return whole === '' ? fraction : `${whole} ${locale.fractionAnd} ${fraction}`;
  }
  return (text) => {
    let said = text;
    if (/[/⁄]/.test(said))
      said = said.replace(
        WRITTEN,
        (written: string, whole: string | undefined, over: string, under: string) =>
          whole === undefined && Number(over) >= Number(under)
            ? written
            : (say(whole ?? '', Number(over), Number(under)) ?? written),
      );
    return said.replace(SIGN, (written: string, whole: string | undefined, sign: string) => {
      const [over = '', under = ''] = sign.normalize('NFKC').split('⁄');
      return say(whole?.trim() ?? '', Number(over), Number(under)) ?? written;
    });
  };
}

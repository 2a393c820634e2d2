import { type Locale, nameFor } from './locale.ts';
import { fill, type Rule } from './rule.ts';

const CLOCK = /(?<![\p{L}\p{N}.,:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}]|[.,:]\d)/gu;
/** A.m. and p.m. in every spelling, with the time zone that may stand close behind. */
const HALF_DAY =
  /(?<![\p{L}\p{N}.:]|\d,)(\d{1,2})(?:([:.])([0-5]\d))?\s?([apAP])(?:[mM](?![\p{L}\p{N}])|\.\s?[mM](?:\.(?!\s+\p{Lu}|\s*$)|(?=\.)))(?=(\p{L})?)/gu;
const HOURS =
  /(?<![\p{L}\p{N}.,:/-])([01]?\d|2[0-4])(:| ?h ?)([0-5]\d)(?:\s?(?:Uhr|h|hs|hrs|horas|heures|ore)(?!\p{L}))?(?![\p{L}\p{N}]|[.,:/]\d)/gu;

/** Times of day: `5pm` as `5 PM`, `14:30` with the words of the language where its engines need them, `1:02:03` as a duration. */
export function createTimeRule(locale: Locale): Rule {
  const { clock, time } = locale;
  const part = (number: string, name: string) => {
    const plain = String(Number(number));
    return `${plain} ${nameFor(plain, name, locale)}`;
  };
  const sayClock = (_: string, h: string, m: string, s: string) =>
    `${part(h, clock.hour)} ${part(m, clock.minute)} ${clock.and} ${part(s, clock.second)}`;
  const sayHalfDay = (_: string, h: string, _mark?: string, m?: string, half?: string, letter?: string) =>
    `${Number(h)}${m === undefined || m === '00' ? '' : `:${m}`} ${/a/i.test(half ?? '') ? time.am : time.pm}${letter === undefined ? '' : ' '}`;
  const sayHours = (written: string, h: string, mark: string, m: string) => {
    if (locale.code === 'en' && (mark !== ':' || Number(h) > 12)) return written;
    if (m === '00') return fill(time.hour, { h: String(Number(h)) });
    return time.full === '' ? written : fill(time.full, { h: String(Number(h)), m: String(Number(m)) });
  };
  return (text) => {
    let said = text;
    if (time.am !== '' && /\d\s?[ap]\.?\s?m/i.test(said)) said = said.replace(HALF_DAY, sayHalfDay);
    if (/\d(?::| ?h ?)\d/.test(said)) said = said.replace(CLOCK, sayClock).replace(HOURS, sayHours);
    return said;
  };
}

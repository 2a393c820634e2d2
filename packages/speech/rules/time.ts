import { nameFor, type SpokenWords } from '../languages/locale.ts';
import { fill, type Rule } from './rule.ts';

/** A duration: `1:02:03`. */
const CLOCK = /(?<![\p{L}\p{N}.,:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}]|[.,:]\d)/gu;
/** A.m. and p.m. in every notation, with the time zone that may follow directly. */
const HALF_DAY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:]|\d,)(\d{1,2})(?:([:.])([0-5]\d))?\s?([apAP])(?:[mM]` +
    String.raw`(?![\p{L}\p{N}])|\.\s?[mM](?:\.(?!\s+\p{Lu}|\s*$)|(?=\.)))(?=(\p{L})?)`,
  'gu',
);
/** Hours and minutes: `14:30`, `9h30`, `10:00 Uhr`. */
const HOURS = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/-])([01]?\d|2[0-4])(:| ?h ?)([0-5]\d)(?:\s?(?:Uhr|h|hs|hrs` +
    String.raw`|horas|heures|ore)(?!\p{L}))?(?![\p{L}\p{N}]|[.,:/]\d| ?min(?!\p{L}))`,
  'gu',
);

/** A stop between hours and minutes; a word must show that it is a time. */
const STOP_HOURS = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:[Dd]?[Aa]lle|[Oo]re) )([01]?\d|2[0-4])\.([0-5]\d)(?![\p{L}\p{N}]` +
    String.raw`|[.,]\d)|(?<![\p{L}\p{N}.,:/-])([01]?\d` +
    String.raw`|2[0-4])\.([0-5]\d)(?=(?: bis \d{1,2}(?:[.:]\d\d)?)?\s?Uhr(?!\p{L}))`,
  'gu',
);
/** `2:1`, a score or ratio; after the name of a book or a word for "verse", it is a verse. */
const RATIO = /(?<![\p{L}\p{N}.,:/-])(\d{1,3}):(\d)(?![\p{L}\p{N}]|[.,:/]\d)/gu;
const AFTER_NAME = /\p{Lu}\p{L}*\.? $/u;
const VERSE = new RegExp(
  String.raw`(?<!\p{L})(?:verses?|vers|chapter|line|versículo|capítulo|capitolo|versetto|verset` +
    String.raw`|chapitre|[12]\. Mose|Johannes|Lukas|Matthäus|Markus|Römer|Joh|Lk|Mt|Mk|Röm|Gen|Ex` +
    '|Ps|Psalm|Offb) $',
  'iu',
);

/** Spells out times: `5pm` as `5 PM`, `14:30` where voices need words, `1:02:03` as a duration. */
export function createTimeRule(locale: SpokenWords): Rule {
  const { clock, time } = locale;
  const part = (number: string, name: string) => {
    const plain = String(Number(number));
    return `${plain} ${nameFor(plain, name, locale)}`;
  };
  const sayClock = (_: string, h: string, m: string, s: string) =>
    `${part(h, clock.hour)} ${part(m, clock.minute)} ${clock.and} ${part(s, clock.second)}`;
  const sayHalfDay = (_: string, h: string, _mark?: string, m = '00', half = '', letter?: string) => {
    const minutes = m === '00' ? '' : `:${m}`;
    const space = letter === undefined ? '' : ' ';
    return `${Number(h)}${minutes} ${halfOfDay(Number(h), /a/i.test(half), time)}${space}`;
  };
  const sayHours = (written: string, h: string, mark: string, m: string) => {
    if (locale.code === 'en') return mark === ':' ? sayEnglish(written, Number(h), m) : written;
    const values = {
      h: String(Number(h)),
      m: String(Number(m)),
      hours: nameFor(String(Number(h)), clock.hour, locale),
    };
    if (m === '00') return fill(time.hour, values);
    if (time.full !== '') return fill(time.full, values);
    return mark === ':' ? written : `${h}:${m}`;
  };
  // In German, a score may follow the names of the teams.
  const isVerse = (before: string) => VERSE.test(before) || (locale.code !== 'de' && AFTER_NAME.test(before));
  const sayRatio = (written: string, one: string, other: string, at: number, text: string) =>
    isVerse(text.slice(Math.max(0, at - 12), at)) ? written : fill(locale.score, { from: one, to: other });
  return (text) => {
    let said = text;
    if (time.am !== '' && /\d\s?[ap]\.?\s?m/i.test(said)) said = said.replace(HALF_DAY, sayHalfDay);
    if (/Uhr|lle |re /.test(said) && (locale.code === 'de' || locale.code === 'it'))
      said = said.replace(
        STOP_HOURS,
        (_, h?: string, m?: string, hour?: string, minute?: string) => `${h ?? hour}:${m ?? minute}`,
      );
    if (!/\d(?::| ?h ?)\d/.test(said)) return said;
    return said.replace(CLOCK, sayClock).replace(HOURS, sayHours).replace(RATIO, sayRatio);
  };
}

/** `3:05` as `3 oh 5`, the full hour as `12 o'clock` or, after noon, as `13 hundred`. */
function sayEnglish(written: string, hour: number, minutes: string): string {
  if (minutes === '00' && hour > 0) return hour > 12 ? `${hour} hundred` : `${hour} o'clock`;
  return minutes.startsWith('0') && hour > 0 ? `${hour} oh ${Number(minutes)}` : written;
}

/** The words for the part of the day of an hour on a clock of 12 hours. */
function halfOfDay(hour: number, isMorning: boolean, { am, pm, night }: SpokenWords['time']): string {
  const isNight = isMorning ? hour === 12 : hour >= 8 && hour < 12;
  if (isNight && night !== undefined) return night;
  return isMorning ? am : pm;
}

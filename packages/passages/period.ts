import type { SourceQuestion } from './source.ts';

/** A period up to now; `unit` is null for what is newest or true now, which has no certain beginning. */
type AskedPeriod = { readonly unit: 'day' | 'week' | 'month' | 'year' | null; readonly firstDay: string };

/** The maximum age of a page that counts as current, and of one that counts as the latest, in days. */
const PRESENT_DAYS = 365;
const LATEST_DAYS = 90;
/** Words for a period up to now, in the most common languages, and its length in days; shorter ones first. */
const PERIODS: readonly (readonly [AskedPeriod['unit'], days: number, words: RegExp])[] = [
  [
    'day',
    0,
    period(
      "today|tonight|right now|heute|aujourd[’']hui|hoy|hoje|oggi|vandaag|dzisiaj|сегодня",
      '今天|今日|اليوم',
    ),
  ],
  [
    'week',
    7,
    period(
      '(?:this|the past) week|diese[rn]? Woche|cette semaine|esta semana|questa settimana|deze week|этой неделе',
      '本周|这周|今週|هذا الأسبوع',
    ),
  ],
  [
    'month',
    31,
    period(
      'this month|diese[nrs]? Monats?|ce mois|este m[eê]s|questo mese|deze maand|этом месяце',
      '本月|这个月|今月|هذا الشهر',
    ),
  ],
  [
    null,
    LATEST_DAYS,
    period(
      'latest|newest|most recent|neueste[nrs]?|más recientes?|mais recentes?|più recent[ei]|nieuwste|' +
        'dernières nouvelles|последние новости|najnowsz[aey]',
      '最新|أحدث',
    ),
  ],
  [
    'year',
    PRESENT_DAYS,
    period(
      "this year|diese[ms]? Jahre?s?|cette année|este a[nñ]o|quest[’']anno|dit jaar|этом году",
      '今年|هذا العام',
    ),
  ],
  [
    null,
    PRESENT_DAYS,
    period(
      'the current|currently|aktuelle?[nrs]?|derzeit|actuel(?:le)?s?|actuellement|actualmente|' +
        'atual(?:mente)?|attual[ei]|attualmente|huidige|obecnie',
    ),
  ],
];

/** @param unspaced words of languages that write none apart, or join them with others */
function period(words: string, unspaced?: string): RegExp {
  const apart = `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;
  return new RegExp(unspaced === undefined ? apart : `${apart}|${unspaced}`, 'iu');
}

/** The period up to now of which a question asks what is new or true; null if it asks for none. */
export function askedPeriod(text: string, nowMs = Date.now()): AskedPeriod | null {
  const [unit, days] = PERIODS.find(([, , words]) => words.test(text)) ?? [];
  if (unit === undefined || days === undefined) return null;
  return { unit, firstDay: new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10) };
}

/** The day of the newest source that has a date; null if none has. */
export function newestDay(sources: readonly { readonly publishedAt?: string }[]): string | null {
  const days = sources.map(({ publishedAt = '' }) => publishedAt.slice(0, 10));
  return (
    days
      .filter((day) => !Number.isNaN(Date.parse(day)))
      .sort()
      .at(-1) ?? null
  );
}

const YEAR = /(?<![\p{L}\p{N}.,])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,]\d)/gu;
const DAY_MS = 86_400_000;

/**
 * Returns a test for the date of a page: false if the date is known and outside the period of the question.
 * The period is that of the question's scope. If the scope has no beginning, the period begins with the first
 * year up to the present one that the question names, or a year ago if the question asks for the latest.
 */
export function periodTest(
  { text, scope: { since, until } }: Pick<SourceQuestion, 'text' | 'scope'>,
  nowMs = Date.now(),
): (publishedAt: string | null) => boolean {
  const first = since ?? firstDayOf(text, nowMs);
  return (publishedAt) => {
    const day = publishedAt?.slice(0, 10);
    return day === undefined || ((first === null || day >= first) && (until === null || day <= until));
  };
}

function firstDayOf(text: string, nowMs: number): string | null {
  const years = [...text.matchAll(YEAR)].map(([year]) => year).sort();
  const named = years.filter((year) => Number(year) <= new Date(nowMs).getUTCFullYear());
  if (named[0] !== undefined) return `${named[0]}-01-01`;
  return askedPeriod(text) === null
    ? null
    : new Date(nowMs - PRESENT_DAYS * DAY_MS).toISOString().slice(0, 10);
}

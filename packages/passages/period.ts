import type { SourceQuestion } from './source.ts';

/** Words that ask for the present, in the most common languages. */
const PRESENT =
  'latest|newest|most recent|the current|currently|today|tonight|right now|this (?:week|month|year)|' +
  "neueste[nrs]?|aktuelle?[nrs]?|derzeit|heute|actuel(?:le)?s?|actuellement|aujourd[’']hui|" +
  'actualmente|más reciente|hoy|atual(?:mente)?|mais recente|hoje|attual[ei]|attualmente|più recente|' +
  'oggi|huidige|nieuwste|vandaag|najnowsz[aey]|obecnie|dzisiaj';
const ASKS_FOR_PRESENT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PRESENT})(?![\\p{L}\\p{N}])`, 'iu');
/** The maximum age of a page that counts as current. */
const PRESENT_DAYS = 365;
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
  return ASKS_FOR_PRESENT.test(text)
    ? new Date(nowMs - PRESENT_DAYS * DAY_MS).toISOString().slice(0, 10)
    : null;
}

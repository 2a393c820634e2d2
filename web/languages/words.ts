import type { Installation } from '../../src/interfaces/site/built-site.ts';
import type { PageHealth } from '../state/messages.ts';
import type { FieldNote } from '../state/state.ts';
import { table as english } from './en.ts';
import type { Counted, WordTable } from './table.ts';

/** The page's texts in the form that its components use. */
type Words = ReturnType<typeof toWords>;

/** The texts of the current language. Read them while drawing, because `speak` replaces them. */
export let words: Words = toWords('en', english);

/** Switches to the texts of the table. The visible parts of the page must be drawn again. */
export function speak(language: string, table: WordTable): void {
  words = toWords(language, table);
}

/** Connects a table to the plurals and numbers of its language (BCP 47). */
export function toWords(language: string, table: WordTable) {
  const plurals = new Intl.PluralRules(language);
  // The text uses the same digits as the citations, so that numbers look the same everywhere.
  const tenths = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(`${language}-u-nu-latn`);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const counted = (forms: Counted, count: number, more: Readonly<Record<string, string>> = {}) =>
    fill(forms[plurals.select(count)] ?? forms.other, { count: whole.format(count), ...more });
  const duration = (ms: number) =>
    ms < 1000
      ? fill(table.milliseconds, { count: String(Math.max(1, Math.round(ms))) })
      : fill(table.seconds, { count: tenths.format(ms / 1000) });

  return {
    ...table,
    name: 'Sayso',
    /** The texts before the first question, true for this installation. */
    about({ searches, writes }: Installation) {
      const engines = searches === 'documents' ? 'service' : 'search';
      const withModel = searches === 'documents' ? 'model' : 'both';
      return {
        headline: table.headline[searches],
        introduction: `${table.searches[searches]} ${table.writes[writes]}`,
        privacy: table.privacy[writes === 'model' ? withModel : engines],
      };
    },
    duration,
    /** The text in the form for that number. */
    counted,
    /** The day of an ISO 8601 date. */
    day: (date: string) => days.format(new Date(date)),
    otherSources: (count: number) => counted(table.otherSources, count),
    note: (note: FieldNote, draft: string, health: PageHealth | null) =>
      fill(table.notes[note], {
        count: String(Array.from(draft.trim()).length),
        most: String(health?.maxQueryChars),
      }),
    sourceCount: (count: number) => counted(table.sourceCount, count),
    reading: (hosts: readonly string[]) =>
      hosts.length === 0
        ? table.readingPages
        : counted(table.reading, hosts.length, { hosts: hosts.join(', ') }),
    writing: (count: number) => (count > 0 ? counted(table.writingFrom, count) : table.writing),
    answered(totalMs: number | null, count: number): string {
      if (totalMs === null) return count > 0 ? counted(table.answeredFrom, count) : table.answered;
      const time = duration(totalMs);
      return count > 0 ? counted(table.answeredInFrom, count, { time }) : fill(table.answeredIn, { time });
    },
    /** What a search looks like in this installation. */
    searchingIn: ({ searches }: Installation) =>
      searches === 'documents'
        ? table.searchingDocuments
        : searches === 'wikipedia'
          ? table.searchingWikipedia
          : table.searching,
    waitSeconds: (count: number) => counted(table.wait, count),
    /** The time `at` is in milliseconds since 1970. */
    waitUntil: (at: number) =>
      fill(table.waitUntil, { time: new Date(at).toLocaleTimeString(language, { timeStyle: 'short' }) }),
  };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

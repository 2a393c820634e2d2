/** The number of each month, 1 to 12, by its names in a language (BCP 47), from CLDR. */
export function monthNames(language: string): ReadonlyMap<string, number> {
  const names = (['long', 'short'] as const).flatMap((month) => {
    // If they are formatted together with a day, Slavic names have the case ending that dates use.
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2024, at, 1));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      return [name.toLowerCase().replace(/\.$/, ''), at + 1];
    });
  });
  return new Map(names);
}

/** What another form of a word counts: "erzielten" for "erzielte". */
const OTHER_FORM = 0.8;
const LEAST_CHARS = 5;
/** Two forms have this share of the shorter one in common at the start, and differ little in length. */
const COMMON_SHARE = 0.7;
const MAX_APART = 4;

/** 1 if a stem is among some stems, less if another form of it is, otherwise 0. */
export function shareOfForm(stem: string, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  if (stem.length < LEAST_CHARS) return 0;
  const start = stem.slice(0, Math.ceil(COMMON_SHARE * stem.length));
  for (const other of stems)
    if (other.startsWith(start) && Math.abs(other.length - stem.length) <= MAX_APART) return OTHER_FORM;
  return 0;
}

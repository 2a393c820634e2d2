import type { Source } from '../../core/source.ts';
import { splitTitle } from '../../lib/text/title.ts';
import { toWords } from '../../lib/text/words.ts';

/** Words between two things that are asked for together, in the larger languages. */
const JOINS = new Set(
  `and or than vs versus und oder als et ou que y o e en of dan и или чем و أو と や 和 与 或`.split(' '),
);

type SubjectPlace = { readonly from: number; readonly to: number; readonly sources: Set<number> };

/**
 * The sources of each thing, if a question asks for several that are the subjects of pages: "Japan and
 * Nigeria", "which is larger, Japan or Nigeria?". Empty otherwise.
 */
export function joinedSubjects(question: string, sources: readonly Source[]): readonly ReadonlySet<number>[] {
  const words = toWords(question);
  const places = subjectsIn(words, sources);
  const joined = places.filter((place, at) =>
    [places[at - 1], places[at + 1]].some((other) => other !== undefined && areJoined(place, other, words)),
  );
  return joined.map((place) => place.sources);
}

/** Where the subjects of the sources stand in the question, in order; none is inside a longer one. */
function subjectsIn(words: readonly string[], sources: readonly Source[]): readonly SubjectPlace[] {
  const found = new Map<string, SubjectPlace>();
  for (const { index, title } of sources) {
    const subject = toWords(splitTitle(title).subject);
    const from = words.findIndex((_, at) => subject.every((word, nth) => words[at + nth] === word));
    if (subject.length === 0 || from < 0) continue;
    const known = found.get(subject.join(' ')) ?? { from, to: from + subject.length, sources: new Set() };
    known.sources.add(index);
    found.set(subject.join(' '), known);
  }
  const all = [...found.values()].sort((one, other) => one.from - other.from);
  const isInside = (one: SubjectPlace, other: SubjectPlace) =>
    one !== other && other.from <= one.from && one.to <= other.to;
  return all.filter((one) => !all.some((other) => isInside(one, other)));
}

function areJoined(one: SubjectPlace, other: SubjectPlace, words: readonly string[]): boolean {
  const [left, right] = one.from < other.from ? [one, other] : [other, one];
  const between = words.slice(left.to, right.from);
  return between.length === 1 && JOINS.has(between[0] ?? '');
}

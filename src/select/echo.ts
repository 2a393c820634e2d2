import { isStopWord, stem } from '../core/words.ts';
import type { Ranking } from './rank.ts';
import type { Unit } from './units.ts';
import { voices } from './voices.ts';
import { byScore, type Window } from './window.ts';

/**
 * How much more a window is worth all of whose words another page says too. On half of 400 news questions it brings 1.4 points of
 * recall and of multiple choice over budgets from 350 to 2,800 tokens; 1 to 4 are within half a point of it, and so are votes counted
 * by how many pages cast them, weighted by rarity or taken from more windows of a page.
 */
const ECHO_SHARE = 2;
/** Only windows that may be taken are looked at; 60 and 200 do as well. */
const MOST_WINDOWS = 100;
/** Words a window is credited with that nobody echoes: of a heading of two words much is echoed by chance. */
const UNHEARD_WORDS = 4;
/** Stands for a word that several pages say. */
const SEVERAL = -1;

/**
 * The ranking with windows raised that say what other pages say: where the best window of one page and that of another share a word
 * that was not asked for, it likely belongs to the answer. (Pseudo-relevance feedback: J. Rocchio 1971; here as votes of pages, as in
 * summaries by centrality, G. Erkan and D. Radev, "LexRank", 2004.) Copies have no vote and are not raised: one text on many hosts
 * must not look like many witnesses.
 */
export function withEcho(
  { singles, windows }: Ranking,
  units: readonly (readonly Unit[])[],
  terms: readonly string[],
): Ranking {
  const { own, repeating } = voices(windows, units);
  const contentOf = createContent(terms);
  const speakers = speakersOf(own, units, contentOf);
  const copies = new Set(repeating.map(({ page }) => page));
  return {
    singles: singles.map(raise).sort(byScore),
    windows: [...windows.slice(0, MOST_WINDOWS).map(raise), ...windows.slice(MOST_WINDOWS)].sort(byScore),
  };

  function raise(window: Window): Window {
    return copies.has(window.page)
      ? window
      : { ...window, score: window.score * (1 + ECHO_SHARE * echoOf(window)) };
  }

  function echoOf({ page, from, to }: Window): number {
    let all = UNHEARD_WORDS;
    let echoed = 0;
    for (const unit of units[page]?.slice(from, to) ?? []) {
      for (const word of contentOf(unit)) {
        const speaker = speakers.get(word) ?? page;
        if (speaker !== page) echoed++;
        all++;
      }
    }
    return echoed / all;
  }
}

/** Which page says a word in its best window, or that several do. */
function speakersOf(
  own: readonly Window[],
  units: readonly (readonly Unit[])[],
  contentOf: (unit: Unit) => readonly string[],
): ReadonlyMap<string, number> {
  const speakers = new Map<string, number>();
  for (const { page, from, to } of own) {
    for (const word of units[page]?.slice(from, to).flatMap(contentOf) ?? []) {
      const speaker = speakers.get(word) ?? page;
      speakers.set(word, speaker === page ? page : SEVERAL);
    }
  }
  return speakers;
}

/** The different words of a unit, stemmed, that mean something and were not asked for. */
function createContent(terms: readonly string[]): (unit: Unit) => readonly string[] {
  const asked = new Set(terms);
  const known = new Map<Unit, readonly string[]>();
  return (unit) => {
    const before = known.get(unit);
    if (before !== undefined) return before;
    const stems = new Set(unit.words.filter((word) => !isStopWord(word)).map(stem));
    const content = [...stems].filter((each) => !asked.has(each));
    known.set(unit, content);
    return content;
  };
}

import { likelyRarity } from '@sayso/text/rarity.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { splitTitle } from '@sayso/text/title.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import type { Source } from '../../core/source.ts';
import { namesIn } from '../query/names.ts';
import type { Findings } from '../researcher.ts';
import { meaningfulWords } from './query-words.ts';

/** The limits of what is examined of a source; real texts have fewer sentences. */
const MAX_SOURCE_CHARS = 4000;
const MAX_SOURCE_SENTENCES = 100;
const NUMBER = /\p{N}/u;
/** The weight of each source, relative to the source before it. */
const SOURCE_DECAY = 0.8;
/** The maximum number of words of the question that a query has in addition to the name. */
const MAX_WORDS = 6;

/**
 * Queries for names that occur in the sources' sentences about the question, but not in the question and not
 * as the title of a source. The most promising names come first: those from the first sources, in sentences
 * that share rare words with the question. Each name is searched for together with the words of the question
 * that do not occur in the title of its source. The answer to a two-step question is often on the page about
 * one of these names. Linear time.
 */
export function bridgeQueries({ question, sources }: Findings, maxQueries: number): readonly string[] {
  const rarities = raritiesIn(question);
  const titles = new Set(sources.map(({ title }) => toWords(splitTitle(title).subject).join(' ')));
  const bridges = new Map<string, Bridge>();
  for (const [place, source] of sources.entries()) {
    for (const bridge of bridgesIn(source, rarities)) {
      const key = toWords(bridge.name).join(' ');
      const worth = bridge.worth * SOURCE_DECAY ** place;
      if (!titles.has(key) && worth > (bridges.get(key)?.worth ?? 0)) bridges.set(key, { ...bridge, worth });
    }
  }
  return [...bridges.values()]
    .sort((one, other) => other.worth - one.worth)
    .slice(0, maxQueries)
    .map(({ name, title }) => [name, ...wordsBeside(question, `${name} ${title}`)].join(' '));
}

/** A name in a source whose page may have the answer. */
type Bridge = {
  readonly name: string;
  readonly title: string;
  /** How rare the words are that the sentence with the name, or the title, shares with the question. */
  readonly worth: number;
};

/** The names in the sentences of a source, each as often as it occurs. */
function* bridgesIn({ title, passages }: Source, rarities: ReadonlyMap<string, number>): Generator<Bridge> {
  const rarityOfAll = (terms: ReadonlySet<string>) =>
    terms.values().reduce((total, term) => total + (rarities.get(term) ?? 0), 0);
  const titleTerms = new Set(toTerms(title));
  const sharedByTitle = rarityOfAll(titleTerms);
  const text = passages.map((passage) => passage.text).join('\n');
  const sentences = toSentences(text.slice(0, MAX_SOURCE_CHARS)).slice(0, MAX_SOURCE_SENTENCES);
  for (const sentence of sentences) {
    const worth = sharedByTitle + rarityOfAll(new Set(toTerms(sentence)).difference(titleTerms));
    if (worth === 0) continue;
    for (const name of namesIn(sentence)) {
      const isNew = toTerms(name).some((term) => !rarities.has(term));
      // A date is not a name that could be searched for.
      if (isNew && !NUMBER.test(name)) yield { name, title, worth };
    }
  }
}

/** The first words of a question that are missing from a text. */
function wordsBeside(question: string, text: string): readonly string[] {
  const covered = new Set(toTerms(text));
  const words = new Set(meaningfulWords(question).filter((word) => !covered.has(stem(word))));
  return [...words].slice(0, MAX_WORDS);
}

function raritiesIn(text: string): ReadonlyMap<string, number> {
  return new Map(meaningfulWords(text).map((word) => [stem(word), likelyRarity(word)]));
}

function toTerms(text: string): readonly string[] {
  return meaningfulWords(text).map(stem);
}

import { detectLanguage } from '../../core/language.ts';
import { REFERENCES, type References } from './references.ts';

/** The lists of one language, prepared for lookups. */
export type Lexicon = Readonly<
  Record<
    | 'person'
    | 'any'
    | 'either'
    | 'somebody'
    | 'be'
    | 'pointing'
    | 'articles'
    | 'reasons'
    | 'more'
    | 'who'
    | 'verbs',
    ReadonlySet<string>
  >
> & {
  /** Phrases in the order in which they are matched. */
  readonly openers: readonly string[];
  readonly dropsSubject: boolean;
  readonly capitalNouns: boolean;
};

const english = toLexicon(REFERENCES.en);
const lexicons: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries(REFERENCES).map(([code, references]) => [code, toLexicon(references)]),
);

/**
 * The lexicon of a question's language, or of the previous question's if the question is too short to tell;
 * English if neither is known.
 */
export function lexiconFor(text: string, before: string): Lexicon {
  for (const each of [text, before, `${before} ${text}`]) {
    const found = lexicons.get(detectLanguage(each));
    if (found !== undefined) return found;
  }
  return english;
}

function toLexicon(references: References): Lexicon {
  const setOf = (list: string) => new Set(list.split(' '));
  const { person, any, either = '', pointing = '', articles } = references;
  const { reasons, more, who, somebody, be, verbs, openers } = references;
  return {
    person: setOf(person),
    any: setOf(any),
    either: setOf(either),
    pointing: setOf(pointing),
    articles: setOf(articles),
    reasons: setOf(reasons),
    more: setOf(more),
    who: setOf(who),
    somebody: setOf(somebody),
    be: setOf(be),
    verbs: setOf(verbs),
    openers: openers.split(', '),
    dropsSubject: references.dropsSubject ?? false,
    capitalNouns: references.capitalNouns ?? false,
  };
}

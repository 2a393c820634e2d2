import { detectLanguage } from '../../core/language.ts';

/** The words of one language that refer to the conversation before; separated by spaces, in lower case. */
type References = {
  /** Words that refer to a person. */
  readonly person: string;
  /** Words that refer to a thing or a person. */
  readonly any: string;
  /** The words of `any` that often refer to a person: German "er". Absent if there are none. */
  readonly either?: string;
  /**
   * Words that refer to a thing, but only at the end or before a verb: `is that true?`, not `the dog that
   * barks`.
   */
  readonly pointing?: string;
  /** Articles: `and the height?` asks for another property of the same subject, `and in winter?` does not. */
  readonly articles: string;
  /**
   * The start of a question that changes a part of the previous one: `and in winter?`; phrases separated by
   * commas.
   */
  readonly openers: string;
  /** Words that ask for the reason of the previous answer: `why?`. */
  readonly reasons: string;
  /** Words that ask for more of the same. */
  readonly more: string;
  /** Words in the previous question that show that its answer names a person. */
  readonly who: string;
  /** The words of `who` that ask only for a person. */
  readonly somebody: string;
  /** Forms of "to be" that join such a word to a name: "Who was Ada Lovelace?" asks about the name itself. */
  readonly be: string;
  /** Forms of the most common verbs: a sentence with one of these is complete. */
  readonly verbs: string;
  /** True if a verb may have no subject: `cuándo nació?` */
  readonly dropsSubject?: true;
  /** True if all nouns are capitalised, so that a capital does not mark a name. */
  readonly capitalNouns?: true;
};

/** The words of each language, by its ISO 639-1 code. */
const REFERENCES = {
  en: {
    person: 'he him his she her hers',
    any: 'it its they them their theirs',
    pointing: 'this that these those there',
    articles: 'the its their his her',
    openers: 'and what about, what about, how about, and, but, or, also, then what about, so what about',
    reasons: 'why how so since when',
    more:
      'more details detail examples example explain elaborate continue further else go on simpler ' +
      'shorter longer summary summarize really sure',
    who: 'who whom whose which',
    somebody: 'who whom whose',
    be: 'is are was were',
    verbs: 'is are was were be been do does did has have had can could will would should may',
  },
  de: {
    person: 'ihm ihn',
    any:
      'er sie es ihr ihre ihrem ihren ihrer ihres sein seine seinem seinen seiner seines davon dazu ' +
      'dafür damit dort dessen deren denen ihnen diese dieser dieses',
    either: 'er sie ihr ihre ihrem ihren ihrer ihres sein seine seinem seinen seiner',
    articles: 'der die das den dem',
    openers: 'und was ist mit, was ist mit, wie sieht es aus mit, und wie ist es mit, und, aber, oder, auch',
    reasons: 'warum wieso weshalb wie seit wann',
    more:
      'mehr details beispiel beispiele erkläre weiter genauer einfacher kürzer zusammenfassung ' +
      'wirklich sicher',
    who: 'wer wen wem wessen welcher welche',
    somebody: 'wer wen wem wessen',
    be: 'ist sind war waren',
    verbs: 'ist sind war waren wird werden wurde hat haben hatte kann können gibt',
    capitalNouns: true,
  },
  es: {
    person: 'él ella ellos ellas',
    any: 'su sus eso esto ello ese esa allí ahí suyo suya',
    articles: 'el la los las su sus',
    openers: 'y qué tal, qué tal, qué hay de, y qué pasa con, qué pasa con, y, e, pero, o, también',
    reasons: 'por qué cómo desde cuándo',
    more: 'más detalles ejemplo ejemplos explica continúa sigue resumen seguro',
    who: 'quién quien quiénes cuál',
    somebody: 'quién quien quiénes',
    be: 'es son era fue eran fueron',
    verbs: 'es son era fue eran fueron está están hay tiene tienen ha han puede',
    dropsSubject: true,
  },
  fr: {
    person: 'lui',
    any: 'il elle ils elles son sa ses leur leurs cela ça ceci y en celui celle',
    either: 'il elle ils elles son sa ses leur leurs',
    articles: 'le la les son sa ses',
    openers: 'et qu’en est-il de, qu’en est-il de, et à propos de, et pour, et, mais, ou, aussi',
    reasons: 'pourquoi comment depuis quand',
    more: 'plus détails exemple exemples explique continue résumé vraiment sûr',
    who: 'qui quel quelle',
    somebody: 'qui',
    be: 'est sont était étaient fut',
    verbs: 'est sont était étaient fut a ont avait peut fait',
  },
  pt: {
    person: 'ele ela eles elas dele dela deles delas',
    any: 'seu sua seus suas isso isto aquilo lá ali disso nele nela',
    articles: 'o a os as seu sua',
    openers: 'e quanto a, e sobre, e no caso de, que tal, e, mas, ou, também',
    reasons: 'por quê porque porquê como desde quando',
    more: 'mais detalhes exemplo exemplos explica explique continue resumo certeza',
    who: 'quem qual',
    somebody: 'quem',
    be: 'é são era foi eram foram',
    verbs: 'é são era foi eram foram está estão há tem têm pode',
    dropsSubject: true,
  },
  it: {
    person: 'lui lei egli ella',
    any: 'esso essa loro suo sua suoi sue questo ciò quello ne lì là',
    articles: 'il lo la i gli le suo sua',
    openers: 'e per quanto riguarda, che ne dici di, e che mi dici di, e, ma, o, anche',
    reasons: 'perché come da quando',
    more: 'più dettagli esempio esempi spiega continua riassunto davvero sicuro',
    who: 'chi quale',
    somebody: 'chi',
    be: 'è sono era fu erano furono',
    verbs: 'è sono era fu erano furono sta ha hanno può',
    dropsSubject: true,
  },
} as const satisfies Readonly<Record<string, References>>;

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

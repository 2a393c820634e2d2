import ar from '../../lib/text/languages/ar/intent.json' with { type: 'json' };
import de from '../../lib/text/languages/de/intent.json' with { type: 'json' };
import en from '../../lib/text/languages/en/intent.json' with { type: 'json' };
import es from '../../lib/text/languages/es/intent.json' with { type: 'json' };
import fr from '../../lib/text/languages/fr/intent.json' with { type: 'json' };
import it from '../../lib/text/languages/it/intent.json' with { type: 'json' };
import ja from '../../lib/text/languages/ja/intent.json' with { type: 'json' };
import nl from '../../lib/text/languages/nl/intent.json' with { type: 'json' };
import pt from '../../lib/text/languages/pt/intent.json' with { type: 'json' };
import ru from '../../lib/text/languages/ru/intent.json' with { type: 'json' };
import zh from '../../lib/text/languages/zh/intent.json' with { type: 'json' };
import { once } from '../../lib/text/once.ts';
import { languageNames } from './language-names.ts';

/**
 * The lists of phrases of one language. In its file, the phrases of a list are separated by `|`, and a phrase
 * has its alternatives in parentheses.
 */
export type IntentWords = {
  readonly code: string;
  /** True if it is written without spaces between words. */
  readonly isSpaceless: boolean;
  /** The lists, by the use that `find-intent.ts` and its parts make of them. */
  readonly lists: Readonly<Record<ListName | JoinedName, readonly string[]>>;
};

/** The names of the lists. Phrases are in lower case, without marks between their words. */
export type ListName =
  /** Words before an instruction: "please", "can you". */
  | 'polite'
  /** Words that begin a question about facts. */
  | 'questions'
  /** Words with which a question asks for work on a text: "what does this mean in English". */
  | 'asked'
  /** Verbs at the beginning of an instruction that always work on a text: "translate". */
  | 'strong'
  /** Verbs that may also name a subject: "summarize the French Revolution". */
  | 'summary'
  /** Verbs that work on a text if the instruction points to one; `*` stands for any end of the word. */
  | 'weak'
  /** Words that point to something in the message: "this", "following". */
  | 'pointers'
  /** Names of texts: "sentence", "grammar". */
  | 'nouns'
  /** Phrases that can only mean a text that follows or precedes: "the text below". */
  | 'texts'
  /** Words that show that the text is to be checked against facts: "quote", "error". */
  | 'facts'
  /** Words before the name of a language. */
  | 'into'
  /** Instructions of programs: verb, what is to be made, and from which conversation. */
  | 'makes'
  | 'titles'
  | 'chats'
  /** What the instructions of a program call the messages that it wants to be worked on. */
  | 'inputs'
  /** Greetings, thanks and other talk, and words that may accompany it. */
  | 'talk'
  | 'besides'
  /** Questions about the program itself. */
  | 'identity'
  /** Tests of the connection. */
  | 'pings'
  /** "Reply with OK": the verb, the words around it, and the reply. */
  | 'replies'
  | 'replyFillers'
  | 'tokens'
  /**
   * Other forms of the previous answer, those that are translations, verbs that ask for one in a language,
   * doubts, and the words around them.
   */
  | 'forms'
  | 'translations'
  | 'says'
  | 'doubts'
  | 'fillers'
  /** Verbs that begin a question whether something is so: "is", "does". */
  | 'checks'
  /** Words for the previous answer, complaints about it, and for whom another form is wanted. */
  | 'answers'
  | 'complaints'
  | 'audiences'
  /** Thanks, and words for the two who talk, which tell thanks from a title with such words. */
  | 'thanks'
  | 'selves'
  /** Words that begin a continuation: "and". */
  | 'openers';

/** Lists that are joined from others. */
type JoinedName =
  | 'verbs'
  | 'said'
  | 'saidBesides'
  | 'replyBesides'
  | 'replyWords'
  | 'aboutBesides'
  | 'names'
  | 'nextBesides';

const SPACELESS: ReadonlySet<string> = new Set(['ja', 'zh']);
/** The letters of languages in other scripts than Latin. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
};
/** The length of the beginning and of the end of a text that show its script. */
const EDGE_CHARS = 500;

const ALL: readonly IntentWords[] = [en, de, fr, es, pt, it, nl, ru, ja, zh, ar].map(
  ({ code, ...texts }) => ({ code, isSpaceless: SPACELESS.has(code), lists: toLists(code, texts) }),
);

/** The words of the languages that a text may be in, by its script. */
export function languagesOf(text: string): readonly IntentWords[] {
  const edges = text.slice(0, EDGE_CHARS) + text.slice(-EDGE_CHARS);
  return ALL.filter(({ code }) => (SCRIPTS[code] ?? /\p{Script=Latin}/u).test(edges));
}

/** The lists of a language; each is made when it is first needed, because most messages need few of them. */
function toLists(code: string, texts: Readonly<Record<ListName, string>>): IntentWords['lists'] {
  const lists = {} as Record<ListName | JoinedName, readonly string[]>;
  const define = (name: string, make: () => readonly string[]) =>
    Object.defineProperty(lists, name, { get: once(make) });
  for (const [name, text] of Object.entries(texts)) define(name, () => toPhrases(text));
  define('names', () => [...languageNames(code).keys()]);
  define('verbs', () => [...lists.strong, ...lists.summary, ...lists.weak]);
  define('said', () => [...lists.talk, ...lists.identity]);
  define('saidBesides', () => [...lists.besides, ...lists.polite]);
  define('replyBesides', () => [...lists.replyFillers, ...lists.polite]);
  define('replyWords', () => [...lists.replies, ...lists.replyBesides, ...lists.tokens]);
  define('nextBesides', () => [...lists.openers, ...lists.into, ...lists.fillers, ...lists.polite]);
  define('aboutBesides', () => {
    // Single words of thanks accompany a request: "great, but shorter".
    const thanks = lists.besides.filter((phrase) => !phrase.includes(' '));
    // A greeting behind an instruction is its text: "translate hello".
    const asking = lists.polite.filter((phrase) => !lists.talk.includes(phrase));
    return [...lists.fillers, ...asking, ...lists.into, ...lists.names, ...thanks];
  });
  return lists;
}

function toPhrases(text: string): readonly string[] {
  return text === '' ? [] : [...new Set(text.split('|').flatMap(toAlternatives))];
}

/** `(shorter/longer) please` stands for two phrases; an alternative may be empty. */
function toAlternatives(phrase: string): readonly string[] {
  const [group, choices = ''] = /\(([^()]*)\)/u.exec(phrase) ?? [];
  if (group === undefined) return [phrase.replace(/ +/gu, ' ').trim()];
  return choices.split('/').flatMap((choice) => toAlternatives(phrase.replace(group, () => choice)));
}

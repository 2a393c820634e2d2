import { once } from '../../lib/text/once.ts';
import { languageNames } from './language-names.ts';
import { expandShortForms } from './phrases.ts';

/** The lists in the file of a language. Phrases are in lower case, without marks between their words. */
export type WrittenListName =
  /** Words before an instruction: "please", "can you". */
  | 'polite'
  /** Words that begin a question about facts. */
  | 'questions'
  /** Words with which a question asks for work on a text: "what does this mean in English". */
  | 'textQuestions'
  /** Verbs at the beginning of an instruction that always work on a text: "translate". */
  | 'textVerbs'
  /** Verbs that may also name a subject: "summarize the French Revolution". */
  | 'summary'
  /** Verbs that work on a text if the instruction points to one; `*` stands for any end of the word. */
  | 'pointedVerbs'
  /** Words that point to something in the message: "this", "following". */
  | 'pointers'
  /** Names of texts: "sentence", "grammar". */
  | 'nouns'
  /** Phrases that can only mean a text that follows or precedes: "the text below". */
  | 'texts'
  /** Words that show that the text is to be checked against facts: "quote", "error". */
  | 'factWords'
  /** Words before the name of a language. */
  | 'into'
  /** The verb in the instructions of a program: "generate". */
  | 'programVerbs'
  /** What a program wants to be made: "a title". */
  | 'titles'
  /** What a program wants it to be made from: "this conversation". */
  | 'chats'
  /** What the instructions of a program call the messages that it wants to be worked on. */
  | 'programInputs'
  /** Greetings, thanks and other talk: "good morning". */
  | 'talk'
  /** Words that may accompany talk: "everyone". */
  | 'besides'
  /** Questions about the program itself. */
  | 'identity'
  /** Tests of the connection: "ping". */
  | 'pings'
  /** The verb of "reply with OK". */
  | 'replies'
  /** The words around the verb and the reply: "only", "the word". */
  | 'replyFillers'
  /** The reply that is asked for: "OK". */
  | 'tokens'
  /** Other forms of the previous answer: "shorter". */
  | 'forms'
  /** Those of the forms that are translations. */
  | 'translations'
  /** Verbs that ask for the answer in a language: "say". */
  | 'says'
  /** Doubts about the previous answer: "are you sure". */
  | 'doubts'
  /** Words around forms and doubts: "make it". */
  | 'fillers'
  /** Verbs that begin a question whether something is so: "is", "does". */
  | 'checks'
  /** Words for the previous answer: "that", "your reply". */
  | 'answers'
  /** Complaints about the previous answer: "too long". */
  | 'complaints'
  /** Words before the person for whom another form is wanted: "for my". */
  | 'audiences'
  /** Thanks that words of one's own may accompany. */
  | 'thanks'
  /** Words for the two who talk, which tell thanks from a title with such words. */
  | 'selves'
  /** Words that begin a continuation: "and". */
  | 'openers';

/** Lists that are made from others, because several tests need them. */
type CombinedListName =
  /** The names of languages. */
  | 'names'
  /** All verbs that may work on a text. */
  | 'verbs'
  /** All small talk. */
  | 'smallTalk'
  /** Words that may accompany small talk. */
  | 'besidesSmallTalk'
  /** Words that may accompany "reply with OK". */
  | 'replyBesides'
  /** All words of "please reply only with OK". */
  | 'replyWords'
  /** Words that may accompany a request about the previous answer. */
  | 'aboutBesides'
  /** Words that may accompany a continuation. */
  | 'nextBesides';

/** The phrases of one language by list. */
export type IntentLists = Readonly<Record<WrittenListName | CombinedListName, readonly string[]>>;

/**
 * The lists of a language; each is made when it is first needed, because most messages need few of them.
 * @param texts the lists as in the language's file: phrases with `|` between them and alternatives in
 * parentheses
 */
export function createLists(code: string, texts: Readonly<Record<WrittenListName, string>>): IntentLists {
  // Getters, so that a list may be made of others.
  const lists = {} as IntentLists;
  for (const [name, text] of Object.entries(texts)) defineLazily(lists, name, () => toPhrases(text));
  for (const [name, make] of Object.entries(combinedLists(code, lists))) defineLazily(lists, name, make);
  return lists;
}

function defineLazily(lists: IntentLists, name: string, make: () => readonly string[]): void {
  Object.defineProperty(lists, name, { get: once(make) });
}

function combinedLists(
  code: string,
  lists: IntentLists,
): Readonly<Record<CombinedListName, () => readonly string[]>> {
  return {
    names: () => [...languageNames(code).keys()],
    verbs: () => [...lists.textVerbs, ...lists.summary, ...lists.pointedVerbs],
    smallTalk: () => [...lists.talk, ...lists.identity],
    besidesSmallTalk: () => [...lists.besides, ...lists.polite],
    replyBesides: () => [...lists.replyFillers, ...lists.polite],
    replyWords: () => [...lists.replies, ...lists.replyBesides, ...lists.tokens],
    nextBesides: () => [...lists.openers, ...lists.into, ...lists.fillers, ...lists.polite],
    aboutBesides: () => {
      // Single words of thanks accompany a request: "great, but shorter".
      const thanks = lists.besides.filter((phrase) => !phrase.includes(' '));
      // A greeting behind an instruction is its text: "translate hello".
      const asking = lists.polite.filter((phrase) => !lists.talk.includes(phrase));
      return [...lists.fillers, ...asking, ...lists.into, ...lists.names, ...thanks];
    },
  };
}

/** The phrases of a text; short forms are written out, as in messages (`toPlain`). */
function toPhrases(text: string): readonly string[] {
  return text === '' ? [] : [...new Set(text.split('|').flatMap(toAlternatives).map(expandShortForms))];
}

/** `(shorter/longer) please` stands for two phrases; an alternative may be empty. */
function toAlternatives(phrase: string): readonly string[] {
  const [group, choices = ''] = /\(([^()]*)\)/u.exec(phrase) ?? [];
  if (group === undefined) return [phrase.replace(/ +/gu, ' ').trim()];
  return choices.split('/').flatMap((choice) => toAlternatives(phrase.replace(group, () => choice)));
}

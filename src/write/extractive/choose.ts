import type { Question } from '../../core/question.ts';
import type { Source } from '../../core/source.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { WritingTask } from '../writer.ts';
import { isCode } from './code.ts';
import { codeBelow, hasCommand } from './code-below.ts';
import { confidenceOf } from './confidence.ts';
import { createEvidence, type SentenceEvidence } from './evidence.ts';
import { minEvidence } from './min-evidence.ts';
import { type QuestionTraits, toQuestionTraits } from './question-traits.ts';
import { type Sentence, toSentences } from './sentence.ts';
import { isSideNote } from './side-note.ts';
import { hasStopWordsOnly, isGreeting } from './small-talk.ts';
import { createWasAnswered } from './was-answered.ts';

/** The maximum number of words of two quotes, which take about half a minute to speak. */
const MAX_WORDS = 60;
/** From this confidence on, few further quotes have an answer that the first lacks. */
const ANSWERS_ALONE = 0.7;
/** The lowest weight of a further quote, as a share of the first quote's weight. */
const LEAST_SHARE = 0.05;
/**
 * Two sentences count as repeats if they share at least this much of their words, not counting the words of
 * the question.
 */
const SAME_SHARE = 0.7;
/** The number of likely sentences whose evidence is measured. */
const LIKELY = 12;
/** The number of these, in their new order, that are searched for one with enough evidence. */
const LEADS = 3;
/**
 * What the evidence adds to the logarithm of a sentence's chance, and factors for the chance of a sentence
 * that begins with all words of the question, is about another subject, or defines the subject asked for.
 */
const COVERED = 2;
const SUBJECT_ASKED = 0.7;
const BEGINS_WITH_ALL = 7;
const OFF_TOPIC = 0.5;
const DEFINES = 7;

/** Fewer words are more likely a heading than a sentence. */
const SENTENCE_WORDS = 3;

/** A question is the heading of an answer, not an answer. */
const ASKS = /[?？؟]["'”’»」』）)\]]*$/u;

/** Text of a source in readable form but not escaped, and the number of the source. */
export type Quote = Pick<Sentence, 'text' | 'index'> & {
  /** The code that follows it in the source, if the question asks how something is done. */
  readonly code?: string;
};

/** The quotes of an answer. */
export type Choice = {
  /** The best one, or the best for each thing that is asked for. */
  readonly quotes: readonly Quote[];
  /** A further one that may add what they lack. */
  readonly more: readonly Quote[];
  /** Whether the quotes answer the question. */
  readonly isAnswer: boolean;
  /** The probability that the first one does, 0 to 1. */
  readonly confidence: number;
};

const NO_CHOICE: Choice = { quotes: [], more: [], isAnswer: false, confidence: 0 };

/** A likely sentence, and how well it suits as a quote, in comparison with the others. */
type Lead = Sentence & SentenceEvidence & { readonly weight: number };

/**
 * Chooses the sentences to quote: the one that most likely answers, if it covers enough of the question,
 * and one more, unless the first is very likely to answer. If none covers enough, returns the closest one,
 * or else the first sentence. Returns nothing for a greeting, for a question of function words only, or if
 * earlier answers already contain every sentence.
 * @param conversation the question as it was asked, with the conversation before it
 */
export function choose(
  { question, sources }: Pick<WritingTask, 'question' | 'sources'>,
  conversation: Question,
): Choice {
  if (isGreeting(conversation.text) || hasStopWordsOnly(question.text)) return NO_CHOICE;
  const asked = toQuestionTraits(question.text);
  const sentences = toSentences({ question, sources });
  const wasSaid = createWasAnswered(conversation);
  const isNew = ({ words }: Sentence) => !wasSaid(words);
  const evidence = createEvidence(asked, sentences, sources);
  const ranked = sentences
    .filter((each) => isNew(each) && isStatement(each))
    .slice(0, LIKELY)
    .map((each) => toLead(each, evidence(each)))
    .sort((one, other) => other.weight - one.weight);
  const leads = ranked.slice(0, LEADS).filter(({ covered }) => covered > 0);
  const ofAny = sentences.reduce((sum, { chance }) => sum + chance, 0);
  const needed = minEvidence(asked, ofAny);
  const answering = leads.find(({ covered }) => covered >= needed);
  const [closest] = leads.toSorted((one, other) => other.covered - one.covered);
  const first = answering ?? closest;
  if (first === undefined) {
    return { ...NO_CHOICE, quotes: firstReadable(sentences.filter(isNew)) };
  }
  const confidence = confidenceOf({ ...first, ofAny });
  const isAnswer = answering !== undefined;
  const others = isAnswer && confidence < ANSWERS_ALONE ? ranked : [];
  const more = others.find((each) => each.sharesTerm && mayAdd(each, first, question.text));
  const code = isAnswer ? codeFor(first, asked, sources) : null;
  return {
    quotes: [code === null ? first : { ...first, code }],
    more: more === undefined ? [] : [more],
    isAnswer,
    confidence,
  };
}

/** The code that shows what a quote says; null if there is none, or if it is not asked for. */
function codeFor(quote: Lead, { asksHow }: QuestionTraits, sources: readonly Source[]): string | null {
  if (!asksHow && !quote.text.endsWith(':')) return null;
  const mayShowUsage = asksHow && quote.subjectAsked === 1 && !hasCommand(quote.text);
  return codeBelow(quote, sources, mayShowUsage);
}

/** The first sentence of the sources that can be read as one; nothing if there is none. */
function firstReadable(sentences: readonly Sentence[]): Sentence[] {
  const inOrder = sentences.toSorted((one, other) => one.index - other.index || one.place - other.place);
  const readable = inOrder.filter(({ text }) => !isCode(text));
  const first = readable.find(({ words }) => words.length >= SENTENCE_WORDS) ?? readable[0];
  return first === undefined ? [] : [first];
}

function toLead(sentence: Sentence, evidence: SentenceEvidence): Lead {
  const { covered, subjectAsked, beginsWithAll, isOnTopic, defines } = evidence;
  const factors = [
    Math.exp(COVERED * covered + SUBJECT_ASKED * subjectAsked),
    beginsWithAll ? BEGINS_WITH_ALL : 1,
    isOnTopic ? 1 : OFF_TOPIC,
    defines ? DEFINES : 1,
  ];
  return {
    ...sentence,
    ...evidence,
    weight: factors.reduce((product, each) => product * each, sentence.chance),
  };
}

/** Whether a sentence states something about the subject of its page. */
function isStatement({ text }: Sentence): boolean {
  return !isCode(text) && !ASKS.test(text) && !isSideNote(text);
}

/** Whether a lead is about as good as the first quote, short enough beside it, and says something else. */
function mayAdd(lead: Lead, first: Lead, question: string): boolean {
  if (lead.weight < LEAST_SHARE * first.weight || lead.words.length + first.words.length > MAX_WORDS)
    return false;
  const asked = toStems(toWords(question));
  const said = toStems(first.words).difference(asked);
  const news = toStems(lead.words).difference(asked);
  return news.intersection(said).size < SAME_SHARE * news.size;
}

function toStems(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word)).map(stem));
}

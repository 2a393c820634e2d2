import type { Question } from '../../core/terms.ts';
import { subjectTerms } from '../../core/title.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import type { WritingTask } from '../writer.ts';
import { createAsked } from './asked.ts';
import { type Candidate, createSaidBefore, toCandidates } from './candidates.ts';
import { isCode } from './code.ts';
import { definitions } from './definition.ts';
import { createEvidence, leastEvidence } from './evidence.ts';
import { LEAST_LEGIBLE } from './legibility.ts';
import { withSolution } from './solution.ts';

/** About 40 seconds of speech. The first quote is never omitted. */
const MAX_WORDS = 85;
const MAX_QUOTES = 4;
const MAX_DEFINITIONS = 3;
const MAX_CLOSEST = 2;
/** The lowest score of a further sentence, as a share of the first one's. */
const LEAST_SHARE = 0.35;
/**
 * A sentence that shares at least this much of its words, apart from those of the question, with another one
 * repeats it.
 */
const SAME_SHARE = 0.7;
/** How many of the best sentences are examined for one with enough evidence. */
const LEADS = 3;

/** Text of a source, ready to show but not escaped, and the number of the source. */
export type Quote = Pick<Candidate, 'text' | 'index'>;

/** The quotes, best first, and whether they answer the question. */
export type Choice = { readonly quotes: readonly Quote[]; readonly isAnswer: boolean };

/**
 * Chooses the sentences to quote. If none has enough evidence, returns the closest ones, or just the first
 * sentence; none for a greeting, or if earlier answers already contain every sentence of the sources.
 * @param conversation the question as it was asked, with the conversation before it
 */
export function choose(
  { question, sources }: Pick<WritingTask, 'question' | 'sources'>,
  conversation: Question,
): Choice {
  if (isGreeting(conversation.text)) return { quotes: [], isAnswer: false };
  const asked = createAsked(question.text);
  const { all, weights } = toCandidates(asked, sources);
  const wasSaid = createSaidBefore(conversation);
  const isNew = (candidate: Candidate) => !wasSaid(candidate.words);
  const toQuotes = (ranked: readonly Candidate[], most: number) =>
    withoutRepeats(ranked, most, question.text).map((each) => withSolution(each, all));
  const defining = definitions(asked.terms, sources, all).filter(isNew);
  if (defining.length > 0) return { quotes: toQuotes(defining, MAX_DEFINITIONS), isAnswer: true };

  const evidence = createEvidence({ asked, weights, candidates: all, sources });
  const ranked = all
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(isNew);
  const leads = ranked.slice(0, LEADS).filter((each) => evidence(each) > 0);
  const answering = leads.find((each) => evidence(each) >= leastEvidence(asked));
  const isAnswer = answering !== undefined;
  const lead = answering ?? leads[0];
  const first = lead ?? ranked[0] ?? all.find((each) => !isCode(each.text) && isNew(each));
  if (first === undefined) return { quotes: [], isAnswer: false };
  const others = ranked.filter(
    (each) => each !== first && each.legible >= LEAST_LEGIBLE && each.score >= LEAST_SHARE * first.score,
  );
  const about = first.isNews ? [] : definitionOf(first.index).filter(isNew);
  const most = isAnswer ? MAX_QUOTES : MAX_CLOSEST;
  return { quotes: toQuotes([...about.slice(0, 1), first, ...others], most), isAnswer };

  /**
   * The definition of the page's subject, unless a sentence contains more words of the question than the
   * title does.
   */
  function definitionOf(index: number): Candidate[] {
    const source = sources.find((each) => each.index === index);
    return source === undefined ? [] : definitions([...subjectTerms(source.title)], [source], all);
  }
}

/** The first candidates up to a number of sentences and words, without repeats. */
function withoutRepeats(ranked: readonly Candidate[], maxQuotes: number, question: string): Candidate[] {
  const asked = toStems(toWords(question));
  const chosen: Candidate[] = [];
  const said: Set<string>[] = [];
  let words = 0;
  for (const candidate of ranked) {
    if (chosen.length === maxQuotes) break;
    if (chosen.length > 0 && words + candidate.words.length > MAX_WORDS) continue;
    const news = toStems(candidate.words).difference(asked);
    if (said.some((other) => news.intersection(other).size >= SAME_SHARE * news.size)) continue;
    chosen.push(candidate);
    said.push(news);
    words += candidate.words.length;
  }
  return chosen;
}

function toStems(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word)).map(stem));
}

const PHRASES = `hello|hi|hey|hi there|hello there|hey there|good morning|good afternoon|good evening
  good night|thanks|thank you|thanks a lot|many thanks|thank you very much|thank you so much|thx|cheers
  bye|goodbye|hallo|guten morgen|guten tag|guten abend|danke|danke schön|vielen dank|tschüss|bonjour
  bonsoir|salut|merci|merci beaucoup|au revoir|hola|buenos días|buenas tardes|buenas noches|gracias
  muchas gracias|adiós|olá|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada
  ciao|salve|buongiorno|buonasera|grazie|grazie mille|goedemorgen|goedemiddag|goedenavond|dank je
  dank je wel|dank u|dank u wel|bedankt|привет|здравствуйте|добрый день|спасибо|большое спасибо|مرحبا
  السلام عليكم|شكرا|こんにちは|こんばんは|ありがとう|ありがとうございます|你好|您好|谢谢|謝謝`;

const phrases: ReadonlySet<string> = new Set(PHRASES.split(/[|\n]/u).map((phrase) => phrase.trim()));

/** True for a greeting, a thanks or a farewell that is the whole question: there is nothing to answer. */
function isGreeting(question: string): boolean {
  const said = question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return phrases.has(said);
}

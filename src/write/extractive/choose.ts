import type { Question } from '../../core/question.ts';
import { subjectTerms } from '../../lib/text/title.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { WritingTask } from '../writer.ts';
import { type Candidate, createWasAnswered, toCandidates } from './candidates.ts';
import { isCode } from './code.ts';
import { definitions } from './definition.ts';
import { createEvidence, leastEvidence } from './evidence.ts';
import { LEAST_LEGIBLE } from './legibility.ts';
import { toQuestionTraits } from './question-traits.ts';

/** The maximum number of words, which take about 40 seconds to speak. The first quote is never omitted. */
const MAX_WORDS = 85;
const MAX_QUOTES = 4;
const MAX_DEFINITIONS = 3;
const MAX_CLOSEST = 2;
/** The lowest score of a further quote, as a share of the first quote's score. */
const LEAST_SHARE = 0.35;
/**
 * Two sentences count as repeats if they share at least this much of their words, not counting the words of
 * the question.
 */
const SAME_SHARE = 0.7;
/** The number of top-ranked sentences that are searched for one with enough evidence. */
const LEADS = 3;

/** Text of a source in readable form but not escaped, and the number of the source. */
export type Quote = Pick<Candidate, 'text' | 'index'>;

/** The quotes, best first, and whether they answer the question. */
export type Choice = { readonly quotes: readonly Quote[]; readonly isAnswer: boolean };

/**
 * Chooses the sentences to quote. If none answers the question well enough, returns the closest ones, or
 * just the first sentence. Returns nothing for a greeting, for a question of function words only, or if
 * earlier answers already contain every sentence of the sources.
 * @param conversation the question as it was asked, with the conversation before it
 */
export function choose(
  { question, sources }: Pick<WritingTask, 'question' | 'sources'>,
  conversation: Question,
): Choice {
  if (isGreeting(conversation.text) || saysNothing(question.text)) return { quotes: [], isAnswer: false };
  const asked = toQuestionTraits(question.text);
  const { all, weights } = toCandidates(asked, sources);
  const wasSaid = createWasAnswered(conversation);
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

/** True for a question of stop words only, such as "What can you do?": no sentence matches it best. */
function saysNothing(question: string): boolean {
  const words = toWords(question);
  return words.length > 0 && words.every(isStopWord);
}

/** True for a greeting, a thanks or a farewell that is the whole question: there is nothing to answer. */
function isGreeting(question: string): boolean {
  const said = question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return phrases.has(said);
}

/**
 * Words that name a problem, separated by commas, in the larger languages. Compiled for Sayso, and not meant
 * to be complete.
 */
const PROBLEMS = `error, errors, fail, fails, failed, failing, failure, problem, problems, issue, issues,
  bug, crash, crashes, cannot, can't, unable to, does not work, doesn't work, not working, won't, broken,
  warning, unsupported, not supported, missing, not found, denied, refused, conflict, conflicts,
  incompatible, deprecated, stuck, slow, leak, fehler, problem, probleme, schlägt fehl, funktioniert nicht,
  geht nicht, fehlt, nicht unterstützt, absturz, fallo, falla, problema, problemas, no funciona,
  no se puede, erreur, erreurs, échoue, échec, problème, problèmes, ne fonctionne pas, impossible, erro,
  falha, não funciona, errore, errori, fallisce, non funziona, fout, fouten, mislukt, werkt niet, ошибка,
  ошибки, проблема, не работает, сбой, خطأ, مشكلة, فشل`;

/** Beginnings of sentences that describe the solution of a problem, separated by commas. */
const SOLUTIONS = `to fix, to solve, to resolve, to avoid, to prevent, to work around, to get around,
  to correct, to do this, to do so, instead, use, try, set, run, install, add, remove, update, upgrade,
  disable, enable, restart, check, ensure, change, replace, you can, you could, you need to, you should,
  you must, you have to, you may, make sure, please, the solution, a solution, the fix, one fix,
  this can be, it can be, this is fixed, this was fixed, this is solved, the workaround, a workaround,
  workaround, solution, in this case, in that case, in such cases, if so, if this happens, if that happens,
  then, um dies, um das, um den, um diesen, stattdessen, verwenden sie, benutzen sie, nutzen sie,
  sie können, du kannst, sie müssen, man kann, man muss, abhilfe, lösung, die lösung, installieren sie,
  in diesem fall, dann, para solucionar, para resolver, para evitar, para corregir, en su lugar, use,
  utilice, puede, puedes, debe, la solución, en este caso, pour corriger, pour résoudre, pour éviter,
  utilisez, vous pouvez, il faut, il suffit, la solution, dans ce cas, para corrigir, em vez disso,
  utilize, você pode, a solução, nesse caso, per risolvere, per evitare, invece, usa, usare, è possibile,
  la soluzione, in questo caso, om dit, gebruik, je kunt, u kunt, de oplossing, in dat geval, чтобы,
  используйте, вместо этого, можно, нужно, решение, в этом случае, لحل, استخدم, يمكنك, بدلا من ذلك`;

/** Words for problems and solutions in Chinese and Japanese, anywhere in the sentence. */
const UNSPACED_PROBLEMS = `不能, 无法, 错误, 失败, 無法, 錯誤, 失敗, エラー, できない, できません`;
const UNSPACED_SOLUTIONS = `请, 請, 可以, 解决, 解決, してください, できます`;

/** The longest sentence that counts as a solution, in words; longer ones contain other things as well. */
const MAX_SOLUTION_WORDS = 40;
const NAMES_PROBLEM = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${alternatives(PROBLEMS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_PROBLEMS)}`,
  'iu',
);
const SOLVES = new RegExp(
  `^["“«]?(?:${alternatives(SOLUTIONS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_SOLUTIONS)}`,
  'iu',
);

/**
 * The quote for a sentence, verbatim. If the sentence names a problem and the next one of its paragraph a
 * solution, the quote is both sentences; otherwise, it is only the first. `all` are the sentences of the
 * sources, in order.
 */
function withSolution(sentence: Candidate, all: readonly Candidate[]): Pick<Candidate, 'text' | 'index'> {
  if (!NAMES_PROBLEM.test(sentence.text)) return sentence;
  const next = all[all.findIndex(({ index, at }) => index === sentence.index && at === sentence.at) + 1];
  if (next === undefined || next.index !== sentence.index) return sentence;
  if (next.paragraph > sentence.paragraph + 1 || next.words.length > MAX_SOLUTION_WORDS) return sentence;
  return SOLVES.test(next.text) && !isCode(next.text)
    ? { ...sentence, text: `${sentence.text} ${next.text}` }
    : sentence;
}

function alternatives(phrases: string): string {
  return phrases
    .split(/,\s+/u)
    .map((phrase) => phrase.replace(/\s+/gu, '\\s'))
    .join('|');
}

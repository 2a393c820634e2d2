import type { Source } from '../../core/source.ts';
import { splitTitle, subjectTerms, titleFit } from '../../lib/text/title.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { Candidate } from './candidates.ts';
import { toQuote } from './candidates.ts';
import { isCode } from './code.ts';
import { ARTICLES, BARE_COPULAS, COPULAS, LEAST_LEGIBLE, legibility } from './legibility.ts';

/** A page defines its subject near its beginning: sentences after this one are not definitions. */
const OPENING_CHARS = 1_500;
/** Words between a name and its "is": other names, pronunciation, dates. */
const MAX_WORDS_BETWEEN = 30;
/**
 * The minimum legibility of the text after a definition. Less legible text is left out, which only makes the
 * answer shorter.
 */
const WELL_LEGIBLE = 0.8;

/**
 * A title such as "How to reverse a list" names no subject that its page defines; "What is Fastify?" does.
 */
const ASKING_TITLE = new RegExp(
  String.raw`^\W{0,3}(?:how|why|when|where|can i|wie|warum|wieso|wann|cómo|por qué|cuándo|dónde|comment` +
    `|pourquoi|quand|por que|quando|onde|perché|dove|hoe|waarom|wanneer|как|почему|когда)` +
    String.raw`(?![\p{L}])`,
  'iu',
);

const copulas = toSet(COPULAS);
const articles = toSet(ARTICLES);
const bareCopulas = toSet(BARE_COPULAS);

/**
 * The sentences that answer a question about the subject of a page ("What is Fastify?", and a page
 * "Fastify"). First comes the best definition, then one definition from every other page with that title,
 * then the text after the definition on the first page. Empty if no title matches the question, or if the
 * matching titles are questions themselves. `terms` are the terms of the question.
 */
export function definitions(
  terms: readonly string[],
  sources: readonly Source[],
  candidates: readonly Candidate[],
): Candidate[] {
  const fits = sources.map(({ title }) => (ASKING_TITLE.test(title) ? 0 : titleFit(title, terms)));
  const best = Math.max(0, ...fits);
  if (best === 0) return [];
  const pages = sources
    .filter((_, at) => fits[at] === best)
    .map((source) => openingOf(source, candidates, terms))
    .filter(({ sentences }) => sentences.length > 0)
    .sort((one, other) => Number(other.defines) - Number(one.defines));
  const [lead, ...more] = pages[0]?.sentences ?? [];
  if (lead === undefined) return [];
  return [lead, ...pages.slice(1).flatMap(({ sentences }) => sentences.slice(0, 1)), ...more];
}

/** The legible sentences of a page, beginning with the definition, and whether there is one. */
type Opening = { readonly sentences: readonly Candidate[]; readonly defines: boolean };

function openingOf(source: Source, candidates: readonly Candidate[], terms: readonly string[]): Opening {
  const subject = subjectTerms(source.title);
  /** A heading that repeats the title adds nothing. */
  const saysMore = (words: readonly string[]) =>
    words.some((word) => !isStopWord(word) && !subject.has(stem(word)));
  const opening = candidates
    .filter(({ index, at, words }) => index === source.index && at < OPENING_CHARS && saysMore(words))
    .filter(({ text }) => !isCode(text))
    .map((candidate) => ({ ...candidate, legible: legibility(candidate.text, candidate.words) }))
    .filter(({ legible }) => legible >= LEAST_LEGIBLE);
  const defining = opening.find(({ words }) => isDefinition(words, terms));
  const lead = defining ?? opening[0];
  if (lead === undefined) return { sentences: descriptionOf(source), defines: false };
  const goesOn = opening
    .slice(opening.indexOf(lead) + 1)
    .filter(({ legible }) => legible > WELL_LEGIBLE)
    .filter(({ paragraph, words }) => paragraph === lead.paragraph || isAbout(words, terms));
  return { sentences: [lead, ...goesOn, ...descriptionOf(source)], defines: defining !== undefined };
}

/** Whether a text begins with the subject of the question, with or without an article. */
function isAbout(words: readonly string[], terms: readonly string[]): boolean {
  const topic = words.find((word) => !isStopWord(word));
  return topic !== undefined && terms.includes(stem(topic));
}

/**
 * Whether a text begins with the subject of the question and a form of "to be": "Fastify is a web framework".
 */
function isDefinition(words: readonly string[], terms: readonly string[]): boolean {
  if (!isAbout(words, terms)) return false;
  const stems = words.map(stem);
  if (!terms.every((term) => stems.includes(term))) return false;
  const last = Math.max(...terms.map((term) => stems.indexOf(term)));
  const rest = words.slice(last + 1, last + 2 + MAX_WORDS_BETWEEN);
  return rest.some(
    (word, at) =>
      bareCopulas.has(word) ||
      (copulas.has(word) && rest.slice(at + 1, at + 3).some((next) => articles.has(next))),
  );
}

/** The description in a title ("pino: super fast logger") as a quote. */
function descriptionOf({ title, index }: Source): Candidate[] {
  const text = toQuote(splitTitle(title).description);
  const words = toWords(text);
  const legible = legibility(text, words);
  return legible >= LEAST_LEGIBLE
    ? [{ text, index, at: 0, paragraph: 0, words, legible, isNews: false, isOnTopic: true, score: 0 }]
    : [];
}

function toSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}

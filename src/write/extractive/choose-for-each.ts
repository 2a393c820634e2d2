import type { Question } from '../../core/question.ts';
import { compareQuantities, type QuantityComparison } from '../../lib/instant/index.ts';
import { divideQuestion, type JoinedQuestion, type JoinedThing } from '../../lib/text/joined-things.ts';
import { detectLanguage } from '../../lib/text/language.ts';
import type { WritingTask } from '../writer.ts';
import { type Choice, choose, type Quote } from './choose.ts';
import type { LanguagePart } from './languages.ts';

/** How a quantity of two things compares. */
export type ThingComparison = QuantityComparison & {
  readonly measure: 'area' | 'population' | 'figure';
  readonly names: readonly [string, string];
};

/** The quotes for a question, and the comparison that they allow; absent without a clear one. */
export type ComparingChoice = Choice & { readonly comparison?: ThingComparison };

type ThingQuote = Pick<JoinedThing, 'name'> & { readonly quote: Quote };

/** The dimensions of the quantities, as in `compareQuantities`. */
const DIMENSIONS = { area: 'area', population: 'count' } as const;
const MAX_THINGS = 4;

/**
 * Chooses the sentences to quote (`choose`): one for each of the things that a question asks for ("Japan and
 * Nigeria", "Is Japan larger than Nigeria?"), if its own sources answer for each; otherwise those for the
 * whole question. If a comparison is asked for and two quotes allow it, it is stated.
 */
export function chooseForEach(part: LanguagePart, conversation: Question): ComparingChoice {
  const { question, sources } = part;
  const titles = sources.map(({ title }) => title);
  const divided = divideQuestion(question.text, titles);
  if (divided === null || divided.things.length > MAX_THINGS) return choose(part, conversation);
  const choices = divided.things.map((thing) => chooseFor(thing, part, conversation));
  const quotes = choices.flatMap((choice, at): ThingQuote[] => {
    const { name = '' } = divided.things[at] ?? {};
    return choice.isAnswer ? choice.quotes.slice(0, 1).map((quote) => ({ name, quote })) : [];
  });
  if (quotes.length < choices.length) return choose(part, conversation);
  const comparison = compareQuotes(divided, quotes);
  const confidence = Math.min(...choices.map((choice) => choice.confidence));
  const chosen = { quotes: quotes.map(({ quote }) => quote), more: [], isAnswer: true, confidence };
  return comparison === null ? chosen : { ...chosen, comparison };
}

function chooseFor(
  { question: text, titles }: JoinedThing,
  { question, sources }: Pick<WritingTask, 'question' | 'sources'>,
  conversation: Question,
): Choice {
  const own = sources.filter((_, at) => titles.has(at));
  return choose({ question: { ...question, text }, sources: own }, conversation);
}

function compareQuotes(
  { measure, isComparison }: JoinedQuestion,
  [one, other, ...more]: readonly ThingQuote[],
): ThingComparison | null {
  if (!isComparison || one === undefined || other === undefined || more.length > 0) return null;
  const toClaim = ({ name, quote: { text } }: ThingQuote) => ({ name, text });
  const language = detectLanguage(`${one.quote.text} ${other.quote.text}`);
  const dimension = measure === null ? null : DIMENSIONS[measure];
  const compared = compareQuantities([toClaim(one), toClaim(other)], dimension, language);
  return compared && { ...compared, measure: measure ?? 'figure', names: [one.name, other.name] };
}

import { isStopWord, stem, toWords } from '../../core/words.ts';

/**
 * Matches "Who won" and "who built", which ask for the person who did something. "Who is" does not ask for an
 * action.
 */
const WHO_DID = /^\W{0,3}(?:(?:so|and|but) )?who (?!else |also |\p{L}+ly )(\p{L}+)/iu;
/** A capitalised word, in a sentence or as its first word. */
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+/gu;
/** People and groups that can do something, in words that are no names. */
const GROUPS = `army band bank brothers club committee community company contributors council court couple
  dynasty family foundation government group leader maintainers men minister monarch parliament party
  people president scientists sisters sultan team women workers`;
const groups: ReadonlySet<string> = new Set(GROUPS.split(/\s+/u));

/** The stem of the verb of "Who won the cup?"; null for any other question. */
export function verbOfWho(question: string): string | null {
  const verb = toWords(WHO_DID.exec(question)?.[1] ?? '')[0];
  return verb === undefined || isStopWord(verb) ? null : stem(verb);
}

/** Whether a sentence names somebody whom the question does not: a name, or a group such as a team. */
export function namesSomebody(sentence: string, question: string): boolean {
  const asked = new Set(toWords(question).map(stem));
  const names = (sentence.match(CAPITALISED) ?? []).flatMap(toWords);
  const somebody = [...names, ...toWords(sentence).filter((word) => groups.has(word))];
  return somebody.some((word) => !isStopWord(word) && !asked.has(stem(word)));
}

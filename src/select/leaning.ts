/**
 * Pronouns that refer to something in the sentence before, by language. Words that are also articles or verbs
 * are left out.
 */
const PRONOUNS = [
  'he|she|it|they|his|her|its|their|this|these|those|that',
  'er|sie|es|dies(?:e[rs]?)?|il|elle|ils|elles|cela|celui-ci|él|ella|ellos|ellas|ele|ela|eles|elas',
  'egli|essa|essi',
  'он|она|оно|они|это|этот|эта|эти|هو|هي|هم|وهو|وهي|هذا|هذه|वह|वे|यह|ये|αυτός|αυτή|αυτό|αυτοί',
  '彼は|彼女は|これは|それは|他|她|它|他们|这',
].join('|');
const LEANING = new RegExp(`^[\\s"'“‘«(]{0,4}(?:${PRONOUNS})(?![\\p{L}\\p{M}'’])`, 'iu');

/** Whether a sentence begins with a pronoun, so that it can only be understood after the one before it. */
export function leansOnPrevious(sentence: string): boolean {
  return LEANING.test(sentence);
}

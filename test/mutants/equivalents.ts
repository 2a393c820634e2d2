/** A mutant that no test can kill, because its effect cannot be observed. */
export type Equivalent = {
  readonly file: string;
  readonly operator: string;
  /** Part of the line, as it is in the JavaScript without types. */
  readonly code: string;
  /** The text before the change, if only one of several changes to the line is equivalent. */
  readonly was?: string;
  /** The text after the change, if only one of several changes to the line is equivalent. */
  readonly is?: string;
  readonly reason: string;
};

/** Mutants that were reviewed and have no observable effect. They are left out of the sample. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/read/pdf.ts',
    operator: 'number-changed',
    code: "text.split('\\n', 1)[0]",
    is: '2',
    reason: 'The first line is the same if the second one is split off, too.',
  },
  {
    file: 'src/select/repeats.ts',
    operator: 'number-changed',
    code: 'let hash = 0;',
    reason: 'A hash that begins with another number distinguishes words as well.',
  },
  {
    file: 'src/core/relevance.ts',
    operator: 'operator-swapped',
    code: 'for (let term = 0; term < terms; term++)',
    is: '<=',
    reason: 'No text has a count for the term after the last.',
  },
  {
    file: 'src/check/checked-text.ts',
    operator: 'number-changed',
    code: 'const LINE_CHARS = 800;',
    is: '0',
    reason: 'A slice from the end of length 0 is the whole text, which only takes longer to read.',
  },
  {
    file: 'src/core/relevance.ts',
    operator: 'number-changed',
    code: 'word.charCodeAt(0) > 127 || word.charCodeAt(1) > 127',
    is: '0',
    reason: 'More words are compared that do not match.',
  },
  {
    file: 'src/core/abbreviations.ts',
    operator: 'operator-swapped',
    code: 'while (end > 0 && before.charCodeAt(end - 1) === BLANK) end--;',
    is: '+',
    reason: 'Sentences that are not recognised here are recognised by the regular expression, more slowly.',
  },
  {
    file: 'src/markup/markdown.ts',
    operator: 'string-emptied',
    code: "'mark_limit', markLimitRule)",
    reason: 'Nothing refers to the rule by its name.',
  },
  {
    file: 'src/check/support.ts',
    operator: 'operator-swapped',
    code: 'if (before === undefined) known.set(word, at);',
    reason: 'A word that is not remembered is stemmed again.',
  },
  {
    file: 'src/core/sentences.ts',
    operator: 'method-swapped',
    code: 'ends.push(stop.index + stop[0].length)',
    reason: 'The ends are sorted afterwards.',
  },
  {
    file: 'src/markup/citation-group.ts',
    operator: 'operator-swapped',
    code: 'if (last < first) for',
    is: '<=',
    reason: 'A range of one number is that number in either case.',
  },
  {
    file: 'src/markup/mark-limit-rule.ts',
    operator: 'operator-swapped',
    code: 'if (src.length <= MANY_BRACKETS) return false;',
    is: '<',
    reason: 'A text of 40 characters has fewer marks than the limits in any case.',
  },
  {
    file: 'src/markup/mark-limit-rule.ts',
    operator: 'string-emptied',
    code: "if (match[0] === '[') brackets++",
    reason: 'Without the limit, brackets that are never closed are text as well, after a longer search.',
  },
  {
    file: 'src/core/relevance.ts',
    operator: 'number-changed',
    code: '((word.charCodeAt(0) & 31) << 5) |',
    reason: 'With other bits, more words are compared that do not match.',
  },
  {
    file: 'src/core/tokens.ts',
    operator: 'operator-swapped',
    code: 'for (let at = 0; at < piece.length; at++)',
    is: '<=',
    reason: 'The byte after the last one is not read.',
  },
  {
    file: 'src/core/tokens.ts',
    operator: 'number-changed',
    code: 'scratch = new Uint8Array(piece.length * BYTES_PER_CHAR * 2)',
    reason: 'A larger piece makes it grow again.',
  },
  {
    file: 'src/core/tokens.ts',
    operator: 'call-removed',
    code: 'known.set(piece, count)',
    reason: 'A piece that is not remembered is counted again.',
  },
  {
    file: 'src/core/abbreviations.ts',
    operator: 'counter-turned',
    code: 'before.charCodeAt(--end) !== FULL_STOP',
    reason: 'Sentences that are not recognised here are recognised by the regular expression, more slowly.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'number-changed',
    code: '((first & 31) << 5)',
    reason:
      'The index only rules words out before their terms are compared; with other bits, it rules out fewer.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'number-changed',
    code: 'new Uint8Array(2048)',
    reason: 'A place outside the index rules nothing out.',
  },
  {
    file: 'src/instant/sum-tokens.ts',
    operator: 'operator-swapped',
    code: 'while (to < text.length && isInNumber(text, to)) to++;',
    is: '<=',
    reason: 'No character is beyond the end, so none belongs to a number.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'operator-swapped',
    code: '((first & 31) << 5)',
    reason: 'With other bits, the index rules out fewer words before their terms are compared.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'return-emptied',
    code: 'first > 127 || second > 127 ? 0',
    reason: 'A place that the index does not have rules nothing out.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'number-changed',
    code: 'beginnings[0] = 1',
    is: '2',
    reason: 'Any number but 0 means that the place is taken.',
  },
  {
    file: 'src/select/choose.ts',
    operator: 'number-changed',
    code: 'scores[at] ?? 0',
    reason: 'Every place of a page has a score; the compiler does not know that.',
  },
  {
    file: 'src/select/choose.ts',
    operator: 'number-changed',
    code: 'scores[b] ?? 0',
    reason: 'Every place of a page has a score; the compiler does not know that.',
  },
  {
    file: 'src/judge/values.ts',
    operator: 'number-changed',
    code: 'text.slice(end + scale.length, end + 14)',
    is: '13',
    reason: 'The longest scale and unit have ten characters.',
  },
  {
    file: 'src/judge/values.ts',
    operator: 'number-changed',
    code: 'text.slice(end + scale.length, end + 14)',
    is: '15',
    reason: 'The longest scale and unit have ten characters.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'condition-negated',
    code: 'isForeign || (isInside &&',
    reason: 'The text is then matched by its words, with the same result, more slowly.',
  },
  {
    file: 'src/cache/two-level.ts',
    operator: 'operator-swapped',
    code: 'grace: plan.graceMs > 0 ?',
    is: '>=',
    reason: 'A grace of 0 ms that is stated keeps a value as long as none.',
  },
  {
    file: 'src/cache/open-caches.ts',
    operator: 'return-emptied',
    code: 'await agree(shared, own).catch(() => null)',
    reason: 'Without a secret in common, null or undefined, the instance uses its own.',
  },
  {
    file: 'src/faces/http/app.ts',
    operator: 'number-changed',
    code: 'Math.max(-1, ...',
    is: '0',
    reason: 'A prefix that does not match and one of length 0 are both no match.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "spoken.includes('<')",
    was: "'<'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "spoken.includes('./')",
    was: "'./'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "spoken.includes('&')",
    was: "'&'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "spoken.includes('/')",
    was: "'/'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "kept.includes(']:')",
    was: "']:'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "said.includes('://')",
    was: "'://'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "said.includes('www.')",
    was: "'www.'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/speech-text.ts',
    operator: 'string-emptied',
    code: "plain.includes('[!')",
    was: "'[!'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/read/hidden/css-scan.ts',
    operator: 'string-emptied',
    code: "text.includes('<!--')",
    was: "'<!--'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/read/hidden/css-scan.ts',
    operator: 'string-emptied',
    code: "text.includes('-->')",
    was: "'-->'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/core/words.ts',
    operator: 'string-emptied',
    code: "word.includes('.') &&",
    was: "'.'",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/core/words.ts',
    operator: 'string-emptied',
    code: "word.includes(',') &&",
    was: "','",
    reason: 'The text is then searched for what it does not contain.',
  },
  {
    file: 'src/render/spoken/figures.ts',
    operator: 'anchor-removed',
    code: '?.replace(/^',
    reason: 'The first word of a number begins at its start.',
  },
];

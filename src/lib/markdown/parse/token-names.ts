/**
 * Name of the citation's token. Its `meta.index` is the number of the source, `meta.to` its end in the
 * content of the inline token.
 */
export const CITATION_TOKEN = 'citation';

/**
 * Name of the formula's token. `content` is the formula with its delimiters, as shown in the HTML; `meta.tex`
 * is the formula without them.
 */
export const MATH_TOKEN = 'math';

/** Name of the task box's token; its `markup` is `x` for a ticked box, otherwise a space. */
export const TASK_BOX_TOKEN = 'task_box';

/** Name of the tokens before and after the text of a statement; `meta.statement` is its number. */
export const STATEMENT_TOKEN = 'statement';

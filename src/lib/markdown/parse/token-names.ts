/** The citation's token: `meta.index` is the source, `meta.to` its end in the inline content. */
export const CITATION_TOKEN = 'citation';

/** The formula's token: `content` with its delimiters, as the HTML shows it; `meta.tex` without. */
export const MATH_TOKEN = 'math';

/** Name of the task box's token; its `markup` is `x` for a ticked box, otherwise a space. */
export const TASK_BOX_TOKEN = 'task_box';

/** Name of the tokens before and after the text of a statement; `meta.statement` is its number. */
export const STATEMENT_TOKEN = 'statement';

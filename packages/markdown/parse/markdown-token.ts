/** A token as readers need it (https://markdown-it.github.io/markdown-it/classes/Token.html). */
export type MarkdownToken = {
  readonly type: string;
  /** The name of its HTML element; empty if it has none. */
  readonly tag: string;
  /** 1 opens an element, -1 closes one, 0 is complete. */
  readonly nesting: number;
  /** The number of elements that contain it. */
  readonly level: number;
  readonly content: string;
  readonly markup: string;
  readonly info: string;
  readonly hidden: boolean;
  /** Its first line, and the line after its last one. */
  readonly map: readonly [number, number] | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
  readonly children: readonly MarkdownToken[] | null;
  attrGet(name: string): string | number | null;
};

/** The citation's token: `meta.index` is the source, `meta.to` its end in the inline content. */
export const CITATION_TOKEN = 'citation';

/** The formula's token: `content` with its delimiters, as the HTML shows it; `meta.tex` without. */
export const MATH_TOKEN = 'math';

/** Name of the task box's token; its `markup` is `x` for a ticked box, otherwise a space. */
export const TASK_BOX_TOKEN = 'task_box';

/** Name of the tokens before and after the text of a statement; `meta.statement` is its number. */
export const STATEMENT_TOKEN = 'statement';

/** The fields of a token, without the prototype of the parser; text and inline tokens have no attributes. */
export function bareToken(token: MarkdownToken): MarkdownToken {
  return { ...token, attrGet: () => null };
}

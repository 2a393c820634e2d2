import type { MarkdownToken } from '../parse/markdown-token.ts';
import { STATEMENT_TOKEN } from '../parse/markdown-token.ts';
import { type PlainLine, toPlainLines } from '../statements/plain-lines.ts';
import { sentencesOf } from '../statements/statements.ts';

/** Tokens in which the text of each statement is between two tokens of its own. */
export type MarkedTokens = {
  readonly tokens: readonly MarkdownToken[];
  /** How many statements they have. */
  readonly statementCount: number;
};

/** A part of a token's text, and the number of its statement; null between two statements. */
type Segment = { readonly text: string; readonly statement: number | null };

/**
 * Marks the statements of parsed Markdown, which are those of `toStatements`. The first one gets the number
 * `first`. A statement with markup or citations inside has several parts, all with its number.
 */
export function markStatements(
  tokens: readonly MarkdownToken[],
  markdown: string,
  first: number,
): MarkedTokens {
  const segments = new Map<MarkdownToken, readonly Segment[]>();
  let next = first;
  for (const line of toPlainLines(tokens, markdown)) next += divide(line, next, segments);
  const marked = tokens.map((token) =>
    token.type === 'inline' ? { ...bareToken(token), children: markChildren(token, segments) } : token,
  );
  return { tokens: marked, statementCount: next - first };
}

/** Divides each token of the line at the ends of its sentences; returns the number of sentences. */
function divide(line: PlainLine, first: number, segments: Map<MarkdownToken, readonly Segment[]>): number {
  const sentences = sentencesOf(line);
  let at = 0;
  for (const { token, from, to } of line.pieces) {
    while ((sentences[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at++;
    const parts: Segment[] = [];
    let done = from;
    const take = (end: number, statement: number | null) => {
      if (end > done) parts.push({ text: line.text.slice(done, end), statement });
      done = Math.max(done, end);
    };
    for (let each = at; each < sentences.length && done < to; each++) {
      const sentence = sentences[each];
      if (sentence === undefined || sentence.from >= to) break;
      take(sentence.from, null);
      take(Math.min(sentence.to, to), first + each);
    }
    // Spaces before a citation are no longer in the text of the line.
    const rest = token.content.slice(done - from);
    segments.set(
      token,
      token.type === 'text' && rest !== '' ? [...parts, { text: rest, statement: null }] : parts,
    );
  }
  return sentences.length;
}

function markChildren(
  { children }: MarkdownToken,
  segments: ReadonlyMap<MarkdownToken, readonly Segment[]>,
): readonly MarkdownToken[] {
  const marked: MarkdownToken[] = [];
  let open: number | null = null;
  const change = (statement: number | null) => {
    if (statement === open) return;
    if (open !== null) marked.push(statementToken(-1, open));
    if (statement !== null) marked.push(statementToken(1, statement));
    open = statement;
  };
  for (const child of children ?? []) {
    const parts = segments.get(child) ?? [];
    if (child.type === 'text' && parts.length > 0) {
      for (const { text, statement } of parts) {
        change(statement);
        marked.push({ ...bareToken(child), content: text });
      }
    } else {
      change(parts.find(({ statement }) => statement !== null)?.statement ?? null);
      marked.push(child);
    }
  }
  change(null);
  return marked;
}

/** The fields of a token, without the prototype of the parser; text and inline tokens have no attributes. */
export function bareToken(token: MarkdownToken): MarkdownToken {
  return { ...token, attrGet: () => null };
}

function statementToken(nesting: 1 | -1, statement: number): MarkdownToken {
  return {
    type: STATEMENT_TOKEN,
    tag: 'span',
    nesting,
    level: 0,
    content: '',
    markup: '',
    info: '',
    hidden: false,
    map: null,
    meta: { statement },
    children: null,
    attrGet: () => null,
  };
}

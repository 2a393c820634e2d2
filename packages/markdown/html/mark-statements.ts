import { bareToken, type MarkdownToken, STATEMENT_TOKEN } from '../parse/markdown-token.ts';
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
  const sentences = sentencesOf(line).map(({ from, to }, at) => ({ from, to, statement: first + at }));
  let at = 0;
  for (const piece of line.pieces) {
    // Sentences and pieces are in order, so each is looked at once: the text is untrusted.
    while ((sentences[at]?.to ?? Number.POSITIVE_INFINITY) <= piece.from) at++;
    let end = at;
    while ((sentences[end]?.from ?? Number.POSITIVE_INFINITY) < piece.to) end++;
    segments.set(piece.token, segmentsOf(line.text, piece, sentences.slice(at, end)));
  }
  return sentences.length;
}

type NumberedSentence = { readonly from: number; readonly to: number; readonly statement: number };

/** The parts of a token in each of the sentences that it overlaps, and the text between them. */
function segmentsOf(
  line: string,
  { token, from, to }: PlainLine['pieces'][number],
  sentences: readonly NumberedSentence[],
): readonly Segment[] {
  const segments: Segment[] = [];
  let end = from;
  for (const sentence of sentences) {
    if (sentence.from > end) segments.push({ text: line.slice(end, sentence.from), statement: null });
    const start = Math.max(end, sentence.from);
    end = Math.max(start, Math.min(sentence.to, to));
    if (end > start) segments.push({ text: line.slice(start, end), statement: sentence.statement });
  }
  // Spaces before a citation are no longer in the text of the line.
  const rest = token.type === 'text' ? token.content.slice(end - from) : '';
  return rest === '' ? segments : [...segments, { text: rest, statement: null }];
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

import { toSentences } from '../core/sentences.ts';

/** The claim of an answer that one citation supports. */
export type CitedSentence = {
  /** Number of the source. */
  readonly index: number;
  /** The sentence that contains the citation or precedes it, as plain text without citations. */
  readonly sentence: string;
  /** The part between the previous citation and this one, which this citation supports in the first place. */
  readonly clause: string;
};

/** A citation link, another tag, or text: in the HTML of the service, every `>` belongs to a tag. */
const PIECE = /<a class="citation"[^>]*>\[(\d{1,3})\]<\/a>|<(\/?[a-z][a-z0-9]*)[^>]*>|[^<]+/g;
/** Tags inside a sentence. All others end it, except table cells: a row is read as one line. */
const INLINE: ReadonlySet<string> = new Set(['a', 'em', 'strong', 's', 'code']);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const ENTITY = /&(amp|lt|gt|quot|#39);/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

type Mark = { readonly index: number; readonly at: number };

/**
 * Every citation of a finished answer with its claim, in the order of the links in the HTML. Reads the HTML
 * of `render` and not the Markdown, so that both agree on what is a citation (numbers in code and in link
 * texts are not).
 */
export function citedSentences(html: string): readonly CitedSentence[] {
  const cited: CitedSentence[] = [];
  let text = '';
  let marks: Mark[] = [];
  const endBlock = () => {
    if (marks.length > 0) cited.push(...ofBlock(text, marks));
    text = '';
    marks = [];
  };
  for (const [piece, index, tag] of html.matchAll(PIECE)) {
    if (index !== undefined) {
      text = text.trimEnd();
      marks.push({ index: Number(index), at: text.length });
    } else if (tag === undefined) text += afterMark(text, marks, decode(piece));
    else if (CELLS.has(tag.replace('/', ''))) text += tag.startsWith('/') ? ' ' : '';
    else if (!INLINE.has(tag.replace('/', ''))) endBlock();
  }
  endBlock();
  return cited;
}

/** Keeps words apart that only a citation separated. */
function afterMark(before: string, marks: readonly Mark[], text: string): string {
  return marks.at(-1)?.at === before.length && /^[\p{L}\p{N}]/u.test(text) ? ` ${text}` : text;
}

function decode(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, (_, name: string) => ENTITIES[name] ?? '') : text;
}

/**
 * The citations of one block. Its marks are in ascending order, so one pass over sentences and marks is
 * enough.
 */
function ofBlock(text: string, marks: readonly Mark[]): readonly CitedSentence[] {
  const sentences = toSentences(text);
  let from = 0;
  let to = sentences[0]?.length ?? text.length;
  let next = 1;
  let clauseFrom = 0;
  let last = 0;
  return marks.map(({ index, at }) => {
    // A citation after the full stop belongs to the sentence before it.
    while (to < at && next < sentences.length) {
      from = to;
      to += sentences[next++]?.length ?? 0;
    }
    if (last < at) {
      clauseFrom = last;
      last = at;
    }
    const clause = text.slice(Math.max(from, clauseFrom), at).trim();
    return { index, sentence: text.slice(from, to).trim(), clause };
  });
}

import { Parser } from 'htmlparser2';

/** A line of a page's whole body, and what names it there; empty if nothing does. */
export type PageLine = {
  readonly text: string;
  /** The head of its row, or its term in a list of definitions. */
  readonly label: string;
  /** The heading above it. */
  readonly heading: string;
};

const UNSEEN = new Set(['script', 'style', 'template', 'svg', 'noscript', 'head']);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** The lines of everything in the body of a page except scripts and styles, in its order. */
export function toPageLines(html: string): readonly PageLine[] {
  const lines: PageLine[] = [];
  let [line, heading, term, rowHead, unseen] = ['', '', '', '', 0];
  let isFirstCell = false;
  const end = (name: string) => {
    const text = line.replace(/\s+/g, ' ').trim();
    line = '';
    if (text === '') return;
    lines.push({ text, heading, label: name === 'dd' ? term : isFirstCell ? '' : rowHead });
    // The heading of the whole page is its title, which goes before its passages.
    if (/^h[1-6]$/.test(name)) heading = name === 'h1' ? '' : text;
    if (name === 'dt') term = text;
    if ((name === 'td' || name === 'th') && isFirstCell) rowHead = text;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen++;
      if (INLINE.has(name)) return;
      end('');
      if (name === 'tr') [rowHead, isFirstCell] = ['', true];
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (INLINE.has(name)) return;
      end(name);
      if (name === 'td' || name === 'th') isFirstCell = false;
      if (name === 'tr' || name === 'table') [rowHead, isFirstCell] = ['', false];
      if (name === 'dl') term = '';
    },
    ontext(text) {
      if (unseen === 0) line += text;
    },
  });
  parser.end(html);
  end('');
  return lines;
}

/** A text on one line in one form: compatibility characters, white space, quotes and case made alike. */
export function asLine(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

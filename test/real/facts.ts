import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { fileOfPackage } from './debian-packages.ts';

type QuestionKind = 'capital' | 'country code' | 'atomic number' | 'element symbol';

export type FactQuestion = {
  readonly kind: QuestionKind;
  readonly question: string;
  /** Empty if the table has a gap: the page can then be found but does not contain the fact. */
  readonly answer: string;
  /** File name of the only page that contains it. */
  readonly page: string;
  /** Title of that page; no two pages have the same. */
  readonly title: string;
};

export type FactPage = {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly html: string;
};

export type Facts = { readonly pages: readonly FactPage[]; readonly questions: readonly FactQuestion[] };

type Fact = {
  readonly title: string;
  readonly text: string;
  readonly questions: readonly Omit<FactQuestion, 'page' | 'title'>[];
};

/**
 * Debian's country table and element dictionary as small pages, one for each country that has a capital and
 * each element that has a number, with two questions for each. Both tables are as old as their packages:
 * capitals of about 2010, and elements up to 110, some under names that did not last.
 */
export function readFacts(): Facts {
  const facts = [...readCountries(), ...readElements()];
  const pages = facts.map(({ title, text }, at) => ({
    name: pageName(at),
    title,
    text,
    html: toHtml(title, text),
  }));
  const questions = facts.flatMap(({ title, questions }, at) =>
    questions.map((question) => ({ ...question, page: pageName(at), title })),
  );
  return { pages, questions };
}

const pageName = (at: number): string => `${at + 1}.html`;

function readPackedText(packageName: string): string {
  return gunzipSync(readFileSync(fileOfPackage(packageName))).toString('utf8');
}

/**
 * Lines of `number:two letters:three letters:name:capital`. One country with a capital has no letter code.
 */
function readCountries(): Fact[] {
  const rows = readPackedText('miscfiles').split('\n');
  return rows.flatMap((row) => {
    const [number, short, long = '', name, capital] = row.startsWith('#') ? [] : row.split(':');
    if (!name || !capital) return [];
    const codes =
      long === '' ? '' : ` In ISO 3166 its codes are ${short} and ${long}, and its number is ${number}.`;
    return {
      title: name,
      text: `The capital of ${name} is ${capital}.${codes}`,
      questions: [
        { kind: 'capital', question: `What is the capital of ${name}?`, answer: capital },
        { kind: 'country code', question: `What is the three-letter ISO code of ${name}?`, answer: long },
      ],
    };
  });
}

/**
 * Entries are separated by blank lines: a headword, three fields, a description. Entries without the fields
 * are cross-references.
 */
function readElements(): Fact[] {
  const article = new RegExp(
    [
      '^(?<name>\\w[\\w ]+)',
      'Symbol: (?<symbol>\\w+)',
      'Atomic number: (?<number>\\d+)',
      'Atomic weight: (?<weight>.+)',
      '(?<about>[\\s\\S]*)$',
    ].join('\\n'),
  );
  return readPackedText('dict-elements')
    .split(/\n\n(?=\w)/)
    .flatMap((entry) => {
      const { name, symbol, number, weight, about } = article.exec(entry)?.groups ?? {};
      if (!name || !symbol || !number || !weight || !about) return [];
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      return {
        title,
        text:
          `${title} is a chemical element with symbol ${symbol} and atomic number ${number}. Its atomic ` +
          `weight is ${weight}. ${about.replace(/\s+/g, ' ').trim()}`,
        questions: [
          { kind: 'atomic number', question: `What is the atomic number of ${name}?`, answer: number },
          { kind: 'element symbol', question: `Which symbol does ${name} have?`, answer: symbol },
        ],
      };
    });
}

function toHtml(title: string, text: string): string {
  const [heading, paragraph] = [escapeHtml(title), escapeHtml(text)];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${heading}</title></head>
<body><h1>${heading}</h1><p>${paragraph}</p></body>
</html>
`;
}

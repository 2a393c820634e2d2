import { escapeHtml } from '../../core/escape-html.ts';
import { UNDETERMINED } from '../../core/language.ts';
import type { Answer, Question, Source } from '../../core/terms.ts';
import { parseWebUrl } from '../../core/url.ts';
import { LINK_REL } from '../html.ts';
import { lastWord } from './last-word.ts';

/**
 * A complete small document: the question as its heading, the answer, and its numbered sources. Without
 * script and style; loads nothing.
 */
export function toHtmlForm(answer: Answer, question: Question): string {
  const language = answer.language === UNDETERMINED ? '' : ` lang="${escapeHtml(answer.language)}"`;
  const heading = escapeHtml(question.text.trim());
  const note = lastWord(answer);
  return [
    `<!doctype html>\n<html${language}>\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${heading}</title>\n</head>\n<body>\n<main>`,
    `<h1 dir="auto">${heading}</h1>`,
    `<article dir="auto">\n${answer.html}</article>`,
    ...(note === '' ? [] : [`<p role="note" dir="auto">${escapeHtml(note)}</p>`]),
    ...(answer.sources.length === 0 ? [] : [`<ol>\n${answer.sources.map(toItem).join('\n')}\n</ol>`]),
    '</main>\n</body>\n</html>\n',
  ].join('\n');
}

function toItem({ title, url, snippet }: Source): string {
  const target = parseWebUrl(url);
  const name = escapeHtml(title === '' ? url : title);
  const link = target === null ? name : `<a href="${escapeHtml(target.href)}" rel="${LINK_REL}">${name}</a>`;
  const host = target === null ? '' : ` <small>${escapeHtml(target.host)}</small>`;
  return `<li dir="auto">${link}${host}${snippet === '' ? '' : `<br>${escapeHtml(snippet)}`}</li>`;
}

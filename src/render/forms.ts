import { escapeHtml } from '../core/escape-html.ts';
import { UNDETERMINED } from '../core/language.ts';
import type { Answer, Question, Source } from '../core/terms.ts';
import { parseWebUrl } from '../core/url.ts';
import { LINK_REL } from './html.ts';
import { toSsml } from './ssml.ts';

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

const SPECIAL = /[\\`*_{}[\]<>#|~]/g;

/** The answer and, under a rule, its numbered sources as a Markdown document. */
export function toMarkdownForm(answer: Answer): string {
  const parts = [answer.text, lastWord(answer)];
  if (answer.sources.length > 0) parts.push(`---\n\n${answer.sources.map(toLine).join('\n')}`);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toLine({ index, title, url }: Source): string {
  const name = title.replace(SPECIAL, '\\$&');
  return name === '' ? `${index}. <${url}>` : `${index}. ${name}: <${url}>`;
}

/** The speakable text and a line feed, for a terminal or a voice. */
export function toPlainForm(answer: Answer): string {
  return `${[answer.speech, lastWord(answer)].filter((part) => part !== '').join(' ')}\n`;
}

/** The speakable text as SSML, no longer than Alexa accepts. */
export function toSsmlForm(answer: Answer): string {
  return toSsml([answer.speech, lastWord(answer)].filter((part) => part !== '').join(' '), answer.language);
}

/** The error to append to an answer in a form without an error field; empty if the answer already says it. */
function lastWord(answer: Answer): string {
  if (answer.error === null) return '';
  return answer.errorMissingInText || answer.text === '' ? answer.error : '';
}

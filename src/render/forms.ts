import { LINK_REL, linkHostsOf, toPlainLine, toPlainMarkdown } from '@sayso/markdown';
import { toSsml } from '@sayso/speech';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { UNDETERMINED } from '@sayso/text/language.ts';
import { parseWebUrl } from '@sayso/text/url.ts';
import type { Answer } from '../core/answer.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';

/** A whole answer in each form except JSON, by media type. */
export const forms = {
  /** The speakable text and a line feed, for a terminal or a voice assistant. */
  'text/plain': (answer: Answer) => `${toSpeakable(answer)}\n`,
  'text/markdown': toMarkdownForm,
  'text/html': toHtmlForm,
  /** The speakable text as SSML, no longer than Alexa accepts. */
  'application/ssml+xml': (answer: Answer) => toSsml(toSpeakable(answer), answer.language),
} as const;

/** A small document without scripts and styles: question, answer, numbered sources. Loads nothing. */
function toHtmlForm(answer: Answer, question: Question): string {
  const language = answer.language === UNDETERMINED ? '' : ` lang="${escapeHtml(answer.language)}"`;
  const heading = escapeHtml(question.text.trim());
  const error = errorToAppend(answer);
  return [
    `<!doctype html>\n<html${language}>\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${heading}</title>\n</head>\n<body>\n<main>`,
    `<h1 dir="auto">${heading}</h1>`,
    `<article dir="auto">\n${answer.html}</article>`,
    ...(error === '' ? [] : [`<p role="note" dir="auto">${escapeHtml(error)}</p>`]),
    ...(answer.sources.length === 0 ? [] : [`<ol>\n${answer.sources.map(sourceHtml).join('\n')}\n</ol>`]),
    '</main>\n</body>\n</html>\n',
  ].join('\n');
}

/** A source as an item of a list: its title with a link, its host and its snippet. */
function sourceHtml({ title, url, snippet }: Pick<Source, 'title' | 'url' | 'snippet'>): string {
  const target = parseWebUrl(url);
  const name = escapeHtml(title === '' ? url : title);
  const link = target === null ? name : `<a href="${escapeHtml(target.href)}" rel="${LINK_REL}">${name}</a>`;
  const host = target === null ? '' : ` <small>${escapeHtml(target.host)}</small>`;
  const text = snippet === '' ? '' : `<br>${escapeHtml(snippet)}`;
  return `<li dir="auto">${link}${host}${text}</li>`;
}

/** The answer and, under a rule, its numbered sources as a Markdown document. */
function toMarkdownForm(answer: Answer): string {
  const parts = [answer.text, errorMarkdown(errorToAppend(answer))];
  if (answer.sources.length > 0) parts.push(`---\n\n${toList(answer.sources)}`);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toList(sources: readonly Source[]): string {
  const hosts = linkHostsOf(sources);
  const lines = sources.map(({ index, title, url }) => {
    const name = toPlainLine(title, hosts);
    return name === '' ? `${index}. <${url}>` : `${index}. ${name}: <${url}>`;
  });
  return lines.join('\n');
}

function toSpeakable(answer: Answer): string {
  return [answer.speech, errorToAppend(answer)].filter((part) => part !== '').join(' ');
}

/** The error to append to an answer in a form without an error field; empty if the answer already says it. */
function errorToAppend(answer: Answer): string {
  if (answer.error === null) return '';
  return answer.errorMissingInText || answer.text === '' ? answer.error : '';
}

type AnswerParts = Pick<Answer, 'text' | 'speech' | 'error' | 'errorMissingInText'>;

/** The text for callers without a field `error`: what only `error` says becomes the last sentence. */
export function textWithError({ text, error, errorMissingInText }: Omit<AnswerParts, 'speech'>): string {
  return errorMissingInText && error !== null ? `${text}\n\n${errorMarkdown(error)}` : text;
}

/** An error as harmless Markdown: it may quote a model or a search back-end. */
export function errorMarkdown(error: string): string {
  return toPlainMarkdown(error, new Set());
}

/** The speech of an answer for such callers. */
export function speechWithError({ speech, error, errorMissingInText }: Omit<AnswerParts, 'text'>): string {
  return errorMissingInText && error !== null ? `${speech} ${error}` : speech;
}

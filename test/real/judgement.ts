import type { AskReply } from './ask.ts';
import type { FactQuestion } from './facts.ts';

/** The outcome of a question: answered, or where it was lost. */
export type Verdict =
  | 'answered'
  | 'no sources'
  | 'page not among the sources'
  | 'page found, answer missing'
  | 'page found, the table has no answer'
  | `status ${number}`;

export type Judgement = {
  readonly asked: FactQuestion;
  readonly reply: AskReply;
  readonly hasPage: boolean;
  readonly hasAnswer: boolean;
  /** The answer is already in the first paragraph. */
  readonly leadsWithAnswer: boolean;
  readonly verdict: Verdict;
};

/**
 * Compares a reply with the facts on the page. The answer must occur in `answer` as whole words, outside
 * citations: a "[1]" is not the atomic number of hydrogen.
 */
export function judge(asked: FactQuestion, reply: AskReply): Judgement {
  if (reply.status !== 200 || !('answer' in reply.body)) {
    const nothing = { hasPage: false, hasAnswer: false, leadsWithAnswer: false };
    return { asked, reply, ...nothing, verdict: `status ${reply.status}` };
  }
  const { answer, sources } = reply.body;
  const hasPage = sources.some(({ url }) => [asked.page, asked.title].includes(pageAt(url)));
  const hasAnswer = holdsWords(answer, asked.answer);
  const leadsWithAnswer = holdsWords(answer.split('\n\n', 1)[0] ?? '', asked.answer);
  const verdict = verdictOf(sources.length, hasPage, hasAnswer, asked.answer);
  return { asked, reply, hasPage, hasAnswer, leadsWithAnswer, verdict };
}

/** The name of a page in its address: a file name, or a title as wikis write it. */
function pageAt(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return decodeURIComponent(last).replaceAll('_', ' ');
}

function verdictOf(sourceCount: number, hasPage: boolean, hasAnswer: boolean, answer: string): Verdict {
  if (sourceCount === 0) return 'no sources';
  if (!hasPage) return 'page not among the sources';
  if (answer === '') return 'page found, the table has no answer';
  return hasAnswer ? 'answered' : 'page found, answer missing';
}

function holdsWords(markdown: string, words: string): boolean {
  const text = markdown.replaceAll(/\[\d+\]/g, '');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(words)}(?![\\p{L}\\p{N}])`, 'u');
  return words !== '' && whole.test(text);
}

/** Whether Wikipedia is asked, and if not, why. */
export type WikipediaState = 'asked' | 'unreachable' | 'offline';

const WIKIPEDIA: Readonly<Record<WikipediaState, string>> = {
  asked: 'Wikipedia is asked as well. With --offline, nothing leaves this machine.',
  unreachable: 'Wikipedia did not answer within 1.5 s and is not asked.',
  offline: 'Offline: nothing leaves this machine.',
};

/** The three lines that the demo prints once it listens at `address`. */
export function startupLines(address: string, wikipedia: WikipediaState): string[] {
  const [first = ''] = EXAMPLE_QUESTIONS;
  return [
    'Answers are quotes from the World Factbook (country profiles of about 2015) and the READMEs of ' +
      `the installed packages; no language model is used. ${WIKIPEDIA[wikipedia]}`,
    `Ask for example: ${EXAMPLE_QUESTIONS.join(' ')}`,
    `Open ${address} or run: curl ` +
      `'${address}/api/v1/query?q=${encodeURIComponent(first).replaceAll('%20', '+')}'`,
  ];
}

/**
 * Questions that the demo can answer from its own documents, shown on the page and in the second line at the
 * start.
 */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

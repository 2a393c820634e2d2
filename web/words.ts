import type { NoticeKind } from './notice.ts';

const duration = (ms: number) =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
const pages = (count: number) => (count === 1 ? '1 page' : `${count} pages`);
const sources = (count: number) => (count === 1 ? '1 source' : `${count} sources`);

/** What a notice says: what happened, and what the reader can do next. */
export type NoticeWords = { readonly title: string; readonly next: string };

const notices: Record<NoticeKind, NoticeWords> = {
  stopped: { title: 'Stopped.', next: 'What was written so far stays here.' },
  offline: { title: 'You are offline.', next: 'Connect to the network, then try again.' },
  unreachable: {
    title: 'The service does not answer.',
    next: 'Check that it is running and that you can reach it, then try again.',
  },
  key: {
    title: 'This service asks for a key.',
    next: 'Enter the key its owner gave you. It stays in this tab until you close it.',
  },
  'wrong-key': { title: 'The service does not know this key.', next: 'Check it and enter it again.' },
  rate: { title: 'Too many questions for the moment.', next: 'Wait a little, then try again.' },
  busy: { title: 'The service is busy.', next: 'Try again in a moment.' },
  refused: { title: 'The service did not take this question.', next: 'Change it and ask again.' },
  search: {
    title: 'The search failed.',
    next: 'Try again. If it stays like this, look at the search back-ends in the settings of the service.',
  },
  broken: {
    title: 'The connection broke before the answer was complete.',
    next: 'What arrived stays here.',
  },
  failed: { title: 'There is no answer.', next: 'Try again. The log of the service says more.' },
  unconfigured: {
    title: 'No language model is set up yet.',
    next: 'Start the service with one of these. Each line is a whole command.',
  },
  'nothing-found': { title: 'Nothing was found.', next: 'Try fewer or other words.' },
  unsourced: {
    title: 'This answer has no sources.',
    next: 'The model wrote it from memory, and nothing was checked. Treat it as a guess.',
  },
  'model-failed': {
    title: 'The model did not answer, but the sources are here.',
    next: 'Read them, or try again.',
  },
  incomplete: { title: 'This answer is not complete.', next: 'Read what is here, or ask again.' },
};

/** Every text of the page in one place; another language is another object of this shape. */
export const words = {
  name: 'Sayso',
  headline: 'Ask the web.',
  introduction:
    'Sayso searches the web for you, writes an answer from what it finds, and shows the source of every claim.',
  privacy: 'Your question goes to this service, its search engines and its model. To nobody else.',
  api: 'API for programs',
  examplesTitle: 'For example',
  examples: [
    'Why is the sky blue?',
    'How do vaccines train the immune system?',
    'What is the difference between TCP and UDP?',
  ],
  field: 'Your question',
  placeholder: 'Ask a question',
  followUp: 'Ask a follow-up',
  newQuestion: 'New question',
  ask: 'Ask',
  stop: 'Stop',
  askAgain: 'Ask again',
  retry: 'Try again',
  answer: 'Answer',
  sources: 'Sources',
  table: 'Table',
  sourceCount: sources,
  copyAnswer: 'Copy',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  listen: 'Read aloud',
  pauseListening: 'Pause',
  resumeListening: 'Go on reading',
  stopListening: 'Stop reading',
  speak: 'Speak your question',
  stopSpeaking: 'Stop listening',
  share: 'Share',
  linkCopied: 'Link copied',
  keysTitle: 'Keys',
  keys: [
    ['/', 'go to the question'],
    ['Esc', 'stop'],
    ['1 … 9', 'open a source'],
    ['?', 'show these keys'],
  ],
  close: 'Close',
  keyField: 'Key',
  useKey: 'Use key',
  searching: 'Searching the web…',
  reading: (hosts: readonly string[]) =>
    hosts.length === 0 ? 'Reading pages…' : `Reading ${pages(hosts.length)}: ${hosts.join(', ')}`,
  steps: 'How',
  slot: { engine_a: 'First search', engine_b: 'Second search', engine_c: 'Third search' },
  slotStatus: {
    ok: 'answered',
    empty: 'found nothing',
    failed: 'failed',
    skipped: 'left alone',
    overtaken: 'was slower',
  },
  pageRead: 'read',
  duration,
  writing: (count: number) => (count > 0 ? `Writing from ${sources(count)}…` : 'Writing…'),
  answered: (totalMs: number | null, count: number) =>
    (totalMs === null ? 'Answered' : `Answered in ${duration(totalMs)}`) +
    (count > 0 ? ` from ${sources(count)}` : ''),
  found: (count: number) => `${sources(count)} found`,
  waitSeconds: (count: number) => `Try again in ${count === 1 ? '1 second' : `${count} seconds`}.`,
  notices,
};

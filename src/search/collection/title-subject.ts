import { stem, toWords } from '../../core/words.ts';

/** What follows the subject in a title: "pino: super fast logger", "Angola - Wikipedia", "Mercury (planet)". */
const SUBJECT_END = /:\s|\s[-–—|(]/u;

/**
 * True when everything the title says it is about is in the question: "Fastify: a web framework" for "What is Fastify?",
 * but not "Fastify plugins". `asked` holds the stems of the question's words.
 */
export function isAbout(title: string, asked: ReadonlySet<string>): boolean {
  const [subject = ''] = title.split(SUBJECT_END, 1);
  const words = toWords(subject);
  return words.length > 0 && words.every((word) => asked.has(stem(word)));
}

/**
 * Questions that the demo can answer from its own documents, shown on the page and in the second line at the
 * start.
 */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

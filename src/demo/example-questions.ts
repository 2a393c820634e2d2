/** Questions that the demo answers from its own documents; the page shows them, and the second line at the start. */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

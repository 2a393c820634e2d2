/** Questions that the demo's documents answer, for the page and the second line of its output. */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

/** Whether Wikipedia is searched; if not, the reason. */
export type WikipediaState = 'searched' | 'unreachable' | 'offline';

const WIKIPEDIA: Readonly<Record<WikipediaState, string>> = {
  searched: 'Wikipedia is searched as well; with --offline, nothing leaves this machine.',
  unreachable: 'Wikipedia is not searched, because it did not answer within 1.5 s.',
  offline: 'Nothing leaves this machine.',
};

/** What the demo says of itself at the start. */
export type DemoState = {
  readonly address: string;
  readonly wikipedia: WikipediaState;
  /** The model that writes the answers, if one was chosen. */
  readonly model?: string | undefined;
  /** The models of this machine that could be chosen. */
  readonly models: readonly string[];
};

/** The lines that the demo prints once it listens: three, and one more if a model could write the answers. */
export function startupLines({ address, wikipedia, model, models }: DemoState): string[] {
  const [first = ''] = EXAMPLE_QUESTIONS;
  const writer =
    model === undefined ? 'It uses no language model.' : `The model ${model} writes the answers.`;
  return [
    `The demo answers ${model === undefined ? 'with quotes ' : ''}from the World Factbook (country ` +
      `profiles of about 2015) and the READMEs of the installed packages. ${writer} ${WIKIPEDIA[wikipedia]}`,
    `You can ask: ${EXAMPLE_QUESTIONS.join(' ')}`,
    `Open ${address} in a browser, or run: curl ` +
      `'${address}/api/v1/query?q=${encodeURIComponent(first).replaceAll('%20', '+')}'`,
    ...modelLines(models),
  ];
}

function modelLines([model, ...others]: readonly string[]): string[] {
  if (model === undefined) return [];
  const alternatives = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
  return [
    'Ollama runs on this machine. For written answers instead of quotes: npm run demo -- --model ' +
      `${model}${alternatives}`,
  ];
}

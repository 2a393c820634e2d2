import { Failure } from '../../core/failure.ts';

/** What models return: a model's answer, the same for speech, passages, or a deep answer. */
type Mode = 'answer' | 'speech' | 'passages' | 'research';

/** The names that callers may give as `model`. */
export const MODES = {
  sayso: 'answer',
  'sayso-voice': 'speech',
  'sayso-context': 'passages',
  'sayso-deep': 'research',
} as const satisfies Record<string, Mode>;

/** One of those names. */
export type ModeName = keyof typeof MODES;

/** The names of Perplexity's models, which its clients send. */
const SONAR = /^(?:perplexity\/)?sonar(?:-pro|-reasoning(?:-pro)?|(-deep-research))?$/;
/** The presets of Perplexity's agents that research. OpenAI's efforts are read in `request-answer.ts`. */
const DEEP_PERPLEXITY_PRESETS: ReadonlySet<string> = new Set([
  'high',
  'xhigh',
  'deep-research',
  'advanced-deep-research',
]);

/** The default model name. */
const USUAL: ModeName = 'sayso';

/**
 * The model that a caller names, by the name of this service or of one of Perplexity's models.
 * @throws Failure `not-found` that lists the valid names, for any other name
 */
export function modelNamed(name: string | null | undefined): ModeName {
  const named = name ?? USUAL;
  if (isModelName(named)) return named;
  const sonar = SONAR.exec(named);
  if (sonar !== null) return sonar[1] === undefined ? USUAL : 'sayso-deep';
  const names = Object.keys(MODES).map((each) => `\`${each}\``);
  throw new Failure(
    'not-found',
    `There is no model of this name. Set \`model\` to one of these: ${names.join(', ')}.`,
  );
}

/** The model for a preset of Perplexity's agents; presets that take longest research. */
export function modelOfPreset(preset: string): ModeName {
  return DEEP_PERPLEXITY_PRESETS.has(preset) ? 'sayso-deep' : USUAL;
}

function isModelName(name: string): name is ModeName {
  return Object.hasOwn(MODES, name);
}

/** One entry of `GET /v1/models`. */
export function toModelEntry(id: ModeName) {
  return { id, object: 'model', created: 0, owned_by: 'sayso' } as const;
}

/** The body of `GET /v1/models`. */
export function toModelList() {
  return { object: 'list', data: (Object.keys(MODES) as ModeName[]).map(toModelEntry) } as const;
}

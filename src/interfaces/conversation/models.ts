import { Failure } from '../../core/failure.ts';

/** The names that callers may give as `model`: an answer, the same for speech, the passages, a deep answer. */
export const MODEL_NAMES = ['sayso', 'sayso-voice', 'sayso-context', 'sayso-deep'] as const;

type ModelName = (typeof MODEL_NAMES)[number];

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
const USUAL: ModelName = 'sayso';

/** A model, and the collection that it searches alone, if it names one: `sayso:notes`. */
export type ChosenModel = { readonly model: ModelName; readonly collection?: string };

/**
 * The model that a caller names, by the name of this service or of one of Perplexity's models.
 * @param collections those that the caller may choose
 * @throws Failure `not-found` that lists the valid names, for any other name
 */
export function modelNamed(name: string | null | undefined, collections: readonly string[]): ChosenModel {
  const named = name ?? USUAL;
  if (isModelName(named)) return { model: named };
  const sonar = SONAR.exec(named);
  if (sonar !== null) return { model: sonar[1] === undefined ? USUAL : 'sayso-deep' };
  const [mode = '', collection = ''] = named.split(/:(.*)/s);
  if (isModelName(mode) && collections.includes(collection)) return { model: mode, collection };
  const names = modelNames(collections).map((each) => `\`${each}\``);
  throw new Failure(
    'not-found',
    `There is no model of this name. Set \`model\` to one of these: ${names.join(', ')}.`,
  );
}

/** The model for a preset of Perplexity's agents; presets that take longest research. */
export function modelOfPreset(preset: string): ModelName {
  return DEEP_PERPLEXITY_PRESETS.has(preset) ? 'sayso-deep' : USUAL;
}

function isModelName(name: string): name is ModelName {
  return (MODEL_NAMES as readonly string[]).includes(name);
}

/** The names that are shown to a caller: for each collection, only the usual model. */
export function modelNames(collections: readonly string[]): readonly string[] {
  return [...MODEL_NAMES, ...collections.map((collection) => `${USUAL}:${collection}`)];
}

/** The name by which a caller has chosen a model. */
export function nameOfModel({ model, collection }: ChosenModel): string {
  return collection === undefined ? model : `${model}:${collection}`;
}

/** One entry of `GET /v1/models`. */
export function toModelEntry(id: string) {
  return { id, object: 'model', created: 0, owned_by: 'sayso' } as const;
}

/** The body of `GET /v1/models`. */
export function toModelList(collections: readonly string[]) {
  return { object: 'list', data: modelNames(collections).map(toModelEntry) } as const;
}

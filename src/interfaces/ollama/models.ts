import { MODES, type ModeName, modelNamed } from '../conversation/models.ts';

/** The details about a model that Ollama's clients expect; none of them applies to an answer engine. */
const DETAILS = {
  parent_model: '',
  format: '',
  family: 'sayso',
  families: ['sayso'],
  parameter_size: '',
  quantization_level: '',
} as const;
const MODIFIED_AT = '2026-01-01T00:00:00Z';
const TAG = ':latest';

/** The body of `GET /api/tags`. Home Assistant shows the models under these names. */
export function toTags() {
  const models = Object.keys(MODES).map((name) => ({
    name: `${name}${TAG}`,
    model: `${name}${TAG}`,
    modified_at: MODIFIED_AT,
    size: 0,
    digest: '',
    details: DETAILS,
  }));
  return { models };
}

/** The body of `POST /api/show`. */
export function toShown() {
  const empty = { modelfile: '', parameters: '', template: '', license: '' };
  return {
    ...empty,
    modified_at: MODIFIED_AT,
    details: DETAILS,
    model_info: {},
    capabilities: ['completion'],
  };
}

/**
 * The model that a caller names, with or without the tag `latest`.
 * @throws Failure `not-found` for an unknown model
 */
export function taggedModel(name: string): ModeName {
  return modelNamed(name.endsWith(TAG) ? name.slice(0, -TAG.length) : name);
}

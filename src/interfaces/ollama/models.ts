import { type ChosenModel, modelNamed, modelNames } from '../conversation/models.ts';

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
export function toTags(collections: readonly string[]) {
  const models = modelNames(collections)
    .map(withTag)
    .map((name) => ({
      name,
      model: name,
      modified_at: MODIFIED_AT,
      size: 0,
      digest: '',
      details: DETAILS,
    }));
  return { models };
}

/** A collection has the place of a tag. */
function withTag(name: string): string {
  return name.includes(':') ? name : `${name}${TAG}`;
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
export function taggedModel(name: string, collections: readonly string[]): ChosenModel {
  return modelNamed(name.endsWith(TAG) ? name.slice(0, -TAG.length) : name, collections);
}

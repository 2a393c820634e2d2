import { text, type ValuesOf } from './setting.ts';

/** The value of `VERDICTS_MODEL` that means the model which writes the answers. */
export const ANSWERING_MODEL = 'same';

/** The part of the settings table about the model that judges statements. */
export const verdictSettings = {
  verdictsModel: text({
    name: 'VERDICTS_MODEL',
    fallback: null,
    help:
      'Model at the provider of the first that judges statements when comparing words is not clear, for ' +
      'callers who ask. `same` means the first. See docs/verdicts.md.',
  }),
} as const;

/** A judge without a provider; `hasModel`: a model writes the answers. */
export function verdictContradictions(
  { verdictsModel }: ValuesOf<typeof verdictSettings>,
  hasModel: boolean,
): string[] {
  return verdictsModel === null || hasModel
    ? []
    : ['VERDICTS_MODEL: no model writes the answers; set MODEL_PROVIDER.'];
}

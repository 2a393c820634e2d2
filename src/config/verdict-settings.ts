import { webUrl } from './address-settings.ts';
import { MODEL_APIS } from './model-settings.ts';
import { oneOf, secret, text, type ValuesOf } from './setting.ts';

/** The value of `VERDICTS_MODEL` that means the model which writes the answers. */
export const ANSWERING_MODEL = 'same';

/** The part of the settings table about the model that judges statements. */
export const verdictSettings = {
  verdictsModel: text({
    name: 'VERDICTS_MODEL',
    fallback: null,
    help:
      'Model that judges statements when comparing words is not clear, for callers who ask. `same` ' +
      'means the model that writes. See docs/verdicts.md.',
  }),
  verdictsProvider: oneOf({
    name: 'VERDICTS_PROVIDER',
    words: MODEL_APIS,
    fallback: null,
    shownDefault: 'the provider of the model that writes',
    help: 'Provider of the model that judges, if it is another one.',
  }),
  verdictsKey: secret({
    name: 'VERDICTS_API_KEY',
    fallback: null,
    help: 'Key for the model that judges; only with VERDICTS_PROVIDER.',
  }),
  verdictsBaseUrl: webUrl({
    name: 'VERDICTS_BASE_URL',
    fallback: null,
    shownDefault: "the usual address of the provider's API",
    help: 'Base URL of the model that judges; only with VERDICTS_PROVIDER.',
  }),
} as const;

type GivenVerdictSettings = ValuesOf<typeof verdictSettings>;

/** Settings of the judge that contradict each other, one sentence each; `hasModel`: a model writes. */
export function verdictContradictions(given: GivenVerdictSettings, hasModel: boolean): string[] {
  const { verdictsModel, verdictsProvider, verdictsKey, verdictsBaseUrl } = given;
  if (verdictsModel === null) return [];
  if (verdictsProvider === null) {
    const withoutProvider = Object.entries({ API_KEY: verdictsKey, BASE_URL: verdictsBaseUrl })
      .filter(([, value]) => value !== null)
      .map(([name]) => `VERDICTS_${name}: its provider is missing; set VERDICTS_PROVIDER.`);
    return hasModel
      ? withoutProvider
      : [...withoutProvider, 'VERDICTS_MODEL: no model writes the answers; set VERDICTS_PROVIDER too.'];
  }
  return verdictsModel === ANSWERING_MODEL
    ? [`VERDICTS_MODEL: with VERDICTS_PROVIDER, it must name a model instead of ${ANSWERING_MODEL}.`]
    : [];
}

/** A warning if the judge has settings but no name, because it is not used then. */
export function verdictWarnings(given: GivenVerdictSettings): string[] {
  const { verdictsModel, verdictsProvider, verdictsKey, verdictsBaseUrl } = given;
  const isGiven = [verdictsProvider, verdictsKey, verdictsBaseUrl].some((value) => value !== null);
  return verdictsModel === null && isGiven
    ? ['VERDICTS_PROVIDER, VERDICTS_API_KEY and VERDICTS_BASE_URL are not used: VERDICTS_MODEL is not set.']
    : [];
}

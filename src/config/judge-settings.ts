import { webUrl } from './address-settings.ts';
import { MODEL_APIS } from './model-settings.ts';
import { oneOf, secret, text } from './setting.ts';

/** The part of the settings table about the model that grades answers for `sayso eval`. */
export const judgeSettings = {
  judgeModel: text({
    name: 'JUDGE_MODEL',
    fallback: null,
    help: 'Model that grades answers for `sayso eval --judge model`. See docs/evaluate.md.',
  }),
  judgeProvider: oneOf({
    name: 'JUDGE_PROVIDER',
    words: MODEL_APIS,
    fallback: null,
    shownDefault: 'the provider of the model that writes',
    help: 'Provider of the model that grades.',
  }),
  judgeKey: secret({
    name: 'JUDGE_API_KEY',
    fallback: null,
    help: 'Key for the model that grades; only with JUDGE_PROVIDER.',
  }),
  judgeBaseUrl: webUrl({
    name: 'JUDGE_BASE_URL',
    fallback: null,
    shownDefault: "the usual address of the provider's API",
    help: 'Base URL of the model that grades; only with JUDGE_PROVIDER.',
  }),
} as const;

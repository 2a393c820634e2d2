import type { Environment } from '../../config/load.ts';
import { ollamaUrl } from '../../service/setup/ollama-url.ts';

/** What the demo sets itself: search and model, also Ollama's variables. Other settings apply as given. */
const OWN = /^(?:SEARCH_|MODEL_|TERTIARY_|OLLAMA_)/;
/** Settings that would make the service call other hosts: a shared cache and traces. */
const OUTGOING = /^(?:REDIS_|OTEL_)/;

/** The documents that the demo searches, and whether it may contact other machines. */
type DemoSearch = {
  /** The path of the index. */
  readonly file: string;
  /** The address of the API of Wikipedia or another MediaWiki; null if none is used. */
  readonly wikipediaUrl: string | null;
  /** Whether the demo must not send anything to other machines. */
  readonly offline: boolean;
  /** The model of Ollama that writes the answers; undefined for quotes. */
  readonly model: string | undefined;
};

/** The settings of the demo as environment variables. */
export function demoEnvironment(environment: Environment, demo: DemoSearch): Environment {
  const given = Object.entries(environment).filter(
    ([name]) => !OWN.test(name) && !(demo.offline && OUTGOING.test(name)),
  );
  return {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(given),
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${demo.file}`,
    SEARCH_TERTIARY_URL: demo.wikipediaUrl ?? 'off',
    ...(demo.model === undefined
      ? { MODEL_PROVIDER: 'extractive' }
      : {
          MODEL_PROVIDER: 'ollama',
          MODEL_NAME: demo.model,
          MODEL_BASE_URL: ollamaUrl(environment.OLLAMA_HOST, demo.offline),
        }),
    READ_PAGES: demo.wikipediaUrl === null ? 'off' : 'on',
  };
}

import type { Environment } from '../config/load.ts';

/**
 * The variables that the demo reads from the environment, for listening and access; search and model are
 * fixed.
 */
const OWN = /^(?:SEARCH_|MODEL_|TERTIARY_)/;
/** Settings that would make the service call other hosts: a shared cache and traces. */
const OUTGOING = /^(?:REDIS_|OTEL_)/;

/** What the demo searches, and whether it may leave the machine. */
export type DemoSearch = {
  /** The path of the index. */
  readonly file: string;
  /** The address of the API of Wikipedia or another MediaWiki; null if none is asked. */
  readonly wikipediaUrl: string | null;
  /** Whether the demo must not send anything to other machines. */
  readonly offline: boolean;
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
    MODEL_PROVIDER: 'extractive',
    READ_PAGES: demo.wikipediaUrl === null ? 'off' : 'on',
  };
}

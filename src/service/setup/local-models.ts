import { fieldOf } from '../../lib/text/own-value.ts';
import { probe } from './probe.ts';

/** Ollama on the same machine answers at once; the start of the demo must not wait for it. */
const TIMEOUT_MS = 500;
/** The most models that are named. */
const MAX_NAMES = 5;
/** What a name may contain, so that it can be printed and typed. */
const NAME = /^[\w.:/-]{1,80}$/;

/**
 * The names of the models that Ollama has, at most five; empty if it does not run.
 * @param url of Ollama
 */
export async function localModels(version: string, url: string): Promise<readonly string[]> {
  const reply = await probe(`${url}/api/tags`, TIMEOUT_MS, version);
  const models = fieldOf(reply?.body, 'models');
  if (reply?.status !== 200 || !Array.isArray(models)) return [];
  return models
    .map((model) => fieldOf(model, 'name'))
    .filter((name): name is string => typeof name === 'string' && NAME.test(name))
    .slice(0, MAX_NAMES);
}

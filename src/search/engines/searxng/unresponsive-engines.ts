import { type FailedOutcome, failed } from '../../backend.ts';
import { plainText } from '../plain-text.ts';

const MAX_ENGINES_NAMED = 4;
const MAX_NAME_CHARS = 40;

/** The failure of a metasearch engine that found nothing while `count` of its engines failed. */
export function unresponsive(count: number, engines: readonly string[]): FailedOutcome {
  const names = engines.slice(0, MAX_ENGINES_NAMED).map((name) => plainText(name, MAX_NAME_CHARS));
  const more = count > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `it found nothing, and ${count} of its engines did not answer`;
  return failed('upstream', names.length > 0 ? `${cause} (${names.join(', ')}${more})` : cause);
}

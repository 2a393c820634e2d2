import { installation } from '../browser/installation.ts';
import { words } from '../languages/words.ts';

/** Who learns of a question. */
export function Privacy() {
  return <p class="privacy">{words.about(installation()).privacy}</p>;
}

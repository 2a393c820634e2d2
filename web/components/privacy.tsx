import { installation } from '../browser/installation.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';

/** Who learns of a question. */
export function Privacy() {
  return (
    <p class="privacy">
      {words.about(installation()).privacy} <a href="openapi.json">{asideWords.api}</a>
    </p>
  );
}

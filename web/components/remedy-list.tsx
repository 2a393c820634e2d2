import { copyToClipboard } from '../browser/clipboard.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import { remedies } from '../state/remedies.ts';
import { TellingButton } from './telling-button.tsx';

/** The ways to a first answer, each with a line to copy. */
export function RemedyList() {
  return (
    <ul class="remedies">
      {remedies.map(({ kind, command }) => (
        <li key={kind}>
          <h3>{asideWords.remedies[kind].title}</h3>
          <p>{asideWords.remedies[kind].note}</p>
          <div class="command">
            <code dir="ltr">{command}</code>
            <TellingButton
              label={words.copy}
              told={words.copied}
              act={() => copyToClipboard(command)}
              about={asideWords.remedies[kind].title}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

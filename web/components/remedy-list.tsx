import { copyToClipboard } from '../clipboard.ts';
import { remedies } from '../remedies.ts';
import { words } from '../words.ts';
import { TellingButton } from './telling-button.tsx';

/** The ways to a first answer, each a line to copy. */
export function RemedyList() {
  return (
    <ul class="remedies">
      {remedies.map(({ title, note, command }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{note}</p>
          <div class="command">
            <code dir="ltr">{command}</code>
            <TellingButton
              label={words.copy}
              told={words.copied}
              act={() => copyToClipboard(command)}
              about={title}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

import { asideWords } from '../languages/aside-words.ts';
import { remedies } from '../state/remedies.ts';
import { Command } from './command.tsx';

/** The ways to a first answer, each with a line to copy. */
export function RemedyList() {
  return (
    <ul class="remedies">
      {remedies.map(({ kind, command }) => (
        <li key={kind}>
          <h3>{asideWords.remedies[kind].title}</h3>
          <p>{asideWords.remedies[kind].note}</p>
          <Command command={command} about={asideWords.remedies[kind].title} />
        </li>
      ))}
    </ul>
  );
}

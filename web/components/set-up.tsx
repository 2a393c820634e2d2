import { useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { type Runtime, type SetUpPart, setUps } from '../state/set-ups.ts';
import { Command } from './command.tsx';

/** How each runtime is called; the names are the same in every language. */
const RUNTIMES = { npm: 'npm', docker: 'Docker Compose' } as const;

/** What is not set up yet, and for each way to do it a line for a terminal. */
export function SetUp({ parts }: { parts: readonly SetUpPart[] }) {
  const [runtime, setRuntime] = useState<Runtime>('npm');
  const { missing, how, more } = asideWords.setUp;
  return (
    <div class="set-up">
      <fieldset class="runtimes">
        <legend class="off-screen">{how}</legend>
        {(['npm', 'docker'] as const).map((each) => (
          <label key={each} class="tool">
            <input
              type="radio"
              name="runtime"
              class="off-screen"
              checked={runtime === each}
              onChange={() => setRuntime(each)}
            />
            {RUNTIMES[each]}
          </label>
        ))}
      </fieldset>
      {parts.map((part, at) => (
        <details key={part} open={at === 0}>
          <summary>{missing[part]}</summary>
          <Ways part={part} runtime={runtime} />
        </details>
      ))}
      <p class="more">{more}</p>
    </div>
  );
}

function Ways({ part, runtime }: { part: SetUpPart; runtime: Runtime }) {
  return (
    <ul class="remedies">
      {setUps
        .filter((each) => each.part === part)
        .map(({ kind, [runtime]: command }) => (
          <li key={kind}>
            <h3>{asideWords.setUps[kind].title}</h3>
            <p>{asideWords.setUps[kind].note}</p>
            <Command command={command} about={asideWords.setUps[kind].title} />
          </li>
        ))}
    </ul>
  );
}

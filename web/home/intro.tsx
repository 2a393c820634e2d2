import { addressOf } from '../asking/address.ts';
import { examplesOfService, installation } from '../browser/installation.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';

function Top() {
  const { headline, introduction } = words.about(installation());
  const [before, word, after] = words.promise.split('*');
  return (
    <div class="intro">
      <h1>{headline}</h1>
      <p>{introduction}</p>
      <p class="promise">
        {before}
        <button type="button" popovertarget="promise">
          {word}
        </button>
        {after}
      </p>
    </div>
  );
}

/** This is a real link, but a plain click keeps the page and its answers. */
function Again({ commands }: { commands: Commands }) {
  return (
    <a class="again" href="./" onClick={instead(commands.begin)}>
      {words.newQuestion}
    </a>
  );
}

/** Acts instead of following the link, unless the reader opens it in another tab or window. */
function instead(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
}

/** Questions that this installation can answer; of the operator's documents, only the operator knows some. */
function Examples({ commands }: { commands: Commands }) {
  const isOfDocuments = installation().searches === 'documents';
  const examples = examplesOfService() ?? (isOfDocuments ? [] : words.examples);
  if (examples.length === 0) return null;
  return (
    <section class="examples" aria-labelledby="examples">
      <h2 id="examples">{words.examplesTitle}</h2>
      <ul>
        {examples.map((question) => (
          <li key={question} class="example">
            <a href={addressOf([question])} onClick={instead(() => commands.ask(question))}>
              {question}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The texts of the page before the first question, and the link back to them. */
export const Intro = { Top, Again, Examples };

import { addressOf } from '../address.ts';
import { words } from '../words.ts';
import type { Commands } from './commands.ts';

function Top() {
  return (
    <div class="intro">
      <h1>{words.headline}</h1>
      <p>{words.introduction}</p>
    </div>
  );
}

function Examples({ commands }: { commands: Commands }) {
  return (
    <section class="examples" aria-labelledby="examples">
      <h2 id="examples">{words.examplesTitle}</h2>
      <ul>
        {words.examples.map((question) => (
          <li key={question} class="example">
            <ExampleLink question={question} commands={commands} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A real link: it can be opened in another tab, and a plain click asks here. */
function ExampleLink({ question, commands }: { question: string; commands: Commands }) {
  function askHere(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    commands.ask(question);
  }
  return (
    <a href={addressOf(question)} onClick={askHere}>
      {question}
    </a>
  );
}

function Privacy() {
  return (
    <p class="privacy">
      {words.privacy} <a href="openapi.json">{words.api}</a>
    </p>
  );
}

/** What the page says before the first question. */
export const Intro = { Top, Examples, Privacy };

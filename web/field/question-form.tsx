import { lazy } from '../browser/drawing.tsx';
import { canListen } from '../browser/speech-support.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';
import { canFollow } from '../state/outcome.ts';
import { isInProgress, type State } from '../state/state.ts';

const Icon = lazy((later) => later.Icon);
const Player = lazy((later) => later.Player);
const Queue = lazy((later) => later.Queue);
const QuestionOptions = lazy((later) => later.QuestionOptions);

type QuestionFormProps = { state: State; commands: Commands };

/** The question and its button, which stops the answer while one is in progress. */
export function QuestionForm({ state, commands }: QuestionFormProps) {
  const { draft, note, wantsDeep, scope, speaking } = state;
  const asking = isInProgress(state);
  function onSubmit(event: Event) {
    event.preventDefault();
    commands.ask(draft);
  }
  function onKeyDown(event: KeyboardEvent) {
    // During composition (Japanese, Chinese), Enter accepts the word and does not send the question.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    commands.ask(draft);
  }
  return (
    <search>
      <Queue queue={state.queue} commands={commands} />
      <form class="question" action="search" noValidate onSubmit={onSubmit}>
        {/* The copy of the text in the data attribute makes the field grow, with CSS alone. */}
        <div class="field" data-text={draft}>
          <textarea
            id="question"
            name="q"
            dir="auto"
            rows={1}
            aria-label={words.field}
            aria-invalid={note === 'empty' || note === 'too-long'}
            aria-describedby={note === null ? undefined : 'note'}
            placeholder={placeholderOf(state)}
            enterkeyhint="search"
            autocomplete="off"
            value={draft}
            onInput={(event) => commands.type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div class="options">
          {speaking !== null && speaking.isMute !== true ? (
            <Player speaking={speaking} commands={commands} />
          ) : (
            <QuestionOptions wantsDeep={wantsDeep} scope={scope} asking={asking} commands={commands} />
          )}
        </div>
        {canListen && <VoiceButton listening={state.listening} commands={commands} />}
        <AskButton asking={asking} commands={commands} />
      </form>
      <p class="note" id="note" role="status">
        {state.listening ? words.listeningNote : note !== null && words.note(note, draft, state.health)}
      </p>
    </search>
  );
}

/** A question that is typed while an answer is in progress follows it. */
function placeholderOf(state: State): string {
  if (state.hasListeningFailed) return words.notHeard;
  return canFollow(state) || isInProgress(state) ? words.followUp : words.placeholder;
}

function VoiceButton({ listening, commands }: { listening: boolean; commands: Commands }) {
  const label = listening ? words.stopSpeaking : words.speak;
  return (
    <button
      type="button"
      class="action voice-button"
      title={label}
      aria-label={label}
      aria-pressed={listening}
      onClick={commands.listen}
    >
      <Icon name="microphone" />
    </button>
  );
}

function AskButton({ asking, commands }: { asking: boolean; commands: Commands }) {
  function stopOnClick(event: MouseEvent) {
    if (!asking) return;
    event.preventDefault();
    // The second click of a double click on Ask is not meant for Stop.
    if (event.detail < 2) commands.stop();
  }
  return (
    <button
      class={asking ? 'main-button stopping' : 'main-button'}
      type="submit"
      title={asking ? words.stop : words.ask}
      onClick={stopOnClick}
    >
      <span>{asking ? words.stop : words.ask}</span>
    </button>
  );
}

/**
 * Marks the form of the question as open while it is used, so that it can be small while somebody reads. With
 * `:focus-within`, a touched button would vanish under the finger, because some phones give it no focus. A
 * button does not open the form. Touching anything else closes it after the click, and the keyboard after the
 * key: before that, the page would move under the finger, which would then press something else.
 */
export function openFieldInUse(): void {
  for (const type of ['focusin', 'click', 'keyup'] as const)
    document.addEventListener(type, ({ target }) => {
      const form = document.querySelector('search');
      if (form === null || !(target instanceof Element)) return;
      const isInside = form.contains(target);
      if (isInside ? target.closest('button') === null : type !== 'focusin')
        form.toggleAttribute('data-open', isInside);
    });
}

/** Makes the form small, after a question was sent by touch. */
export function closeField(): void {
  document.querySelector('search')?.removeAttribute('data-open');
}

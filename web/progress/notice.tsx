import { useEffect, useState } from 'preact/hooks';
import { limitsOf } from '../field/scope-panel.tsx';
import { Command, isOperator, SetUpCommand } from '../home/set-up-card.tsx';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import { offersLogin, SignIn } from '../settings/account.tsx';
import type { Commands } from '../state/commands.ts';
import type { Notice, NoticeKind } from '../state/outcome.ts';

type NoticeViewProps = {
  notice: Notice;
  /** The limits on the sources of the answer, as parameters of an address. */
  scope: string;
  commands: Commands;
};

/** The kinds for which the same question has the same outcome if it is asked again. */
const inVain: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  ...(['key', 'wrong-key', 'refused', 'nothing-found', 'unanswered'] as const),
]);

/** The kinds whose message is a cause for the person who runs the service; the heading says enough. */
const withCause: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  ...(['search', 'unsourced', 'model-failed', 'quoted'] as const),
]);

/** What happened, in the service's own words if there are any, and advice for the reader. */
export function NoticeView({ notice, scope, commands }: NoticeViewProps) {
  const isToRepair = isOperator && notice.kind === 'search';
  const isCauseFolded = withCause.has(notice.kind);
  const limits = notice.kind === 'nothing-found' ? limitsOf(scope) : [];
  const forKey = notice.kind === 'key' || notice.kind === 'wrong-key';
  function searchEverywhere() {
    commands.scope('');
    commands.retry();
  }
  return (
    <section class={`notice notice-${notice.kind}`} aria-labelledby="notice-title">
      <h2 id="notice-title">{words.notices[notice.kind]}</h2>
      {notice.message !== '' && !forKey && !isCauseFolded && <Said message={notice.message} />}
      {!isToRepair && limits.length === 0 && (
        <p>
          {notice.retryAfterSeconds === null ? (
            asideWords.noticeHelp[notice.kind]
          ) : (
            <Waiting seconds={notice.retryAfterSeconds} />
          )}
        </p>
      )}
      {limits.length > 0 && (
        <>
          <p dir="auto">
            {asideWords.limits.replace('{what}', () => limits.map(({ text }) => text).join(' · '))}
          </p>
          <button type="button" class="tool" onClick={searchEverywhere}>
            {asideWords.searchEverywhere}
          </button>
        </>
      )}
      {forKey && (offersLogin ? <SignIn /> : <KeyForm commands={commands} />)}
      {isOperator && notice.kind === 'unconfigured' && <SetUpCommand />}
      {!inVain.has(notice.kind) && (
        <button type="button" class="tool" onClick={commands.retry}>
          {asideWords.retry}
        </button>
      )}
      {isCauseFolded && notice.message !== '' && (notice.kind !== 'search' || isToRepair) && (
        <details>
          <summary>{asideWords.steps}</summary>
          <Said message={notice.message} />
          {isToRepair && <Doctor />}
        </details>
      )}
    </section>
  );
}

function Said({ message }: { message: string }) {
  return (
    <p class="said" dir="auto">
      {message}
    </p>
  );
}

/** At the end of a text that was stopped: a button that asks for the rest. */
export function GoOn({ commands }: { commands: Commands }) {
  return (
    <p class="go-on">
      {words.notices.stopped}{' '}
      <button type="button" class="chip" onClick={() => commands.ask(asideWords.goOnQuestion)}>
        {asideWords.goOn}
      </button>
    </p>
  );
}

const DOCTOR = 'npx sayso doctor';
const DOCTOR_IN_DOCKER = 'docker compose exec sayso node bin/sayso.js doctor';

/** The commands that find out why the search fails. */
function Doctor() {
  return (
    <>
      <p>{asideWords.runDoctor}</p>
      <Command command={DOCTOR} about="" />
      <p>{asideWords.inDocker}</p>
      <Command command={DOCTOR_IN_DOCKER} about="Docker" />
    </>
  );
}

/** If the wait is at least this many seconds, a time of day is more useful than a countdown. */
const LONG_SECONDS = 90;

/**
 * Shows how long to wait: counts down the seconds and disappears at the end; a long wait is shown as a time
 * of day.
 */
function Waiting({ seconds }: { seconds: number }) {
  // Timers of a page in the background rarely run, so the remaining time is calculated, not counted down.
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [remaining, setRemaining] = useState(seconds);
  useEffect(() => {
    const count = () => setRemaining(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [end]);
  if (seconds > LONG_SECONDS) return words.waitUntil(end);
  return remaining > 0 ? words.waitSeconds(remaining) : '';
}

/** Asks for the service's key. */
function KeyForm({ commands }: { commands: Commands }) {
  function onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key')).trim();
    if (key !== '') commands.useKey(key);
  }
  return (
    <form class="key" onSubmit={onSubmit}>
      <label for="key">{asideWords.keyField}</label>
      <input id="key" name="key" type="password" autocomplete="off" spellcheck={false} ref={focusOnce} />
      <button type="submit" class="tool">
        {asideWords.useKey}
      </button>
    </form>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the field appears. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus();
}

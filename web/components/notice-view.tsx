import { isOperator } from '../browser/is-operator.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { Notice, NoticeKind } from '../state/notice.ts';
import { Command } from './command.tsx';
import type { Commands } from './commands.ts';
import { KeyForm } from './key-form.tsx';
import { limitsOf } from './scope-removals.tsx';
import { SetUpCommand } from './set-up-card.tsx';
import { Waiting } from './waiting.tsx';

type NoticeViewProps = {
  notice: Notice;
  /** The limits on the sources of the answer, as parameters of an address. */
  scope: string;
  commands: Commands;
};

/** The kinds for which the same question may succeed if it is asked again. */
const worthRetrying: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  ...(['stopped', 'offline', 'unreachable', 'rate', 'busy', 'search', 'broken', 'failed'] as const),
  ...(['unconfigured', 'model-failed', 'quoted', 'incomplete', 'unsourced'] as const),
]);

/** What happened, in the service's own words if there are any, and advice for the reader. */
export function NoticeView({ notice, scope, commands }: NoticeViewProps) {
  const isToRepair = isOperator && notice.kind === 'search';
  const limits = notice.kind === 'nothing-found' ? limitsOf(scope) : [];
  const forKey = notice.kind === 'key' || notice.kind === 'wrong-key';
  function searchEverywhere() {
    commands.scope('');
    commands.retry();
  }
  return (
    <section class={`notice notice-${notice.kind}`} aria-labelledby="notice-title">
      <h2 id="notice-title">{words.notices[notice.kind]}</h2>
      {notice.message !== '' && !forKey && (notice.kind !== 'search' || isToRepair) && (
        <p class="said" dir="auto">
          {notice.message}
        </p>
      )}
      {isToRepair ? (
        <Doctor />
      ) : (
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
      {forKey && <KeyForm commands={commands} />}
      {isOperator && notice.kind === 'unconfigured' && <SetUpCommand />}
      {worthRetrying.has(notice.kind) && (
        <button type="button" class="tool" onClick={commands.retry}>
          {asideWords.retry}
        </button>
      )}
    </section>
  );
}

/** Asks the question of a stopped answer again. */
export function RetryLink({ commands }: { commands: Commands }) {
  return (
    <button type="button" class="how" onClick={commands.retry}>
      {asideWords.retry}
    </button>
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

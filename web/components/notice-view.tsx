import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { Notice, NoticeKind } from '../state/notice.ts';
import { Command } from './command.tsx';
import type { Commands } from './commands.ts';
import { Waiting } from './waiting.tsx';

type NoticeViewProps = { notice: Notice; asked: boolean; commands: Commands };

/** The kinds for which the same question may succeed if it is asked again. */
const worthRetrying: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  ...(['stopped', 'offline', 'unreachable', 'rate', 'busy', 'search', 'broken', 'failed'] as const),
  ...(['unconfigured', 'model-failed', 'quoted', 'incomplete'] as const),
]);

/** What happened, in the service's own words if there are any, and advice for the reader. */
export function NoticeView({ notice, asked, commands }: NoticeViewProps) {
  const forKey = notice.kind === 'key' || notice.kind === 'wrong-key';
  return (
    <section class={`notice notice-${notice.kind}`} aria-labelledby="notice-title">
      <h2 id="notice-title">{words.notices[notice.kind]}</h2>
      {notice.message !== '' && !forKey && (notice.kind !== 'search' || isOperator) && (
        <p class="said" dir="auto">
          {notice.message}
        </p>
      )}
      <p>
        {notice.retryAfterSeconds === null ? (
          asideWords.noticeHelp[notice.kind]
        ) : (
          <Waiting seconds={notice.retryAfterSeconds} />
        )}
      </p>
      {isOperator && notice.kind === 'search' && <Doctor />}
      {(forKey || notice.kind === 'unconfigured') && <Help notice={notice} commands={commands} />}
      {asked && worthRetrying.has(notice.kind) && (
        <button type="button" class="tool" onClick={commands.retry}>
          {words.retry}
        </button>
      )}
    </section>
  );
}

/** True if the reader sits at the machine of the service, and so is the one who can repair it. */
const isOperator = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(globalThis.location?.hostname ?? '');

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

function Help({ notice, commands }: { notice: Notice; commands: Commands }) {
  const fill = (place: Element | null) => {
    if (place !== null)
      import('./notice-help.tsx').then(
        ({ showHelp }) => showHelp(place, notice, commands),
        () => undefined,
      );
  };
  return <div ref={fill} />;
}

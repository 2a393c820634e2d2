import { words } from '../languages/words.ts';
import { type Notice, noticeOf } from '../state/notice.ts';
import { isInProgress, type ShownState, type State } from '../state/state.ts';
import { AnswerView } from './answer-view.tsx';
import type { Commands } from './commands.ts';
import { Earlier } from './earlier.tsx';
import { Intro } from './intro.tsx';
import { late } from './late.ts';
import { memo } from './memo.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionHeading } from './question-heading.tsx';
import { SearchedFor } from './searched-for.tsx';
import { SkipLink } from './skip-link.tsx';
import { SourceCards } from './source-cards.tsx';
import { StatusLine } from './status-line.tsx';

type AppProps = { state: State; commands: Commands };

/**
 * The whole page below its header, drawn from the state. The field and the status line are always the same
 * elements of the document.
 */
export function App({ state, commands }: AppProps) {
  const idle = state.phase === 'idle';
  const turn = state.thread.length;
  return (
    <main class={idle ? 'idle' : 'asked'}>
      {!idle && <SkipLink key="skip" />}
      {idle ? <Intro.Top key="top" /> : <Intro.Again key="again" commands={commands} />}
      {state.thread.map((exchange, at) => (
        <Earlier
          key={`turn-${at}`}
          exchange={exchange}
          turn={at}
          card={state.card?.turn === at ? state.card : null}
          speaking={state.speaking?.turn === at ? state.speaking : null}
          commands={commands}
        />
      ))}
      {!idle && (
        <QuestionHeading
          key={`asked-${turn}`}
          question={state.question}
          turn={turn}
          isLast
          commands={commands}
        />
      )}
      {!idle && !state.isDeep && <SearchedFor key="searched-for" steps={state.steps} commands={commands} />}
      <StatusLine key="status" state={state} />
      {!idle && <Result key="result" state={state} commands={commands} />}
      {!idle && late && <late.SentenceCard key="sentence-card" state={state} commands={commands} />}
      <QuestionForm key="form" state={state} commands={commands} />
      {idle && late && <late.SetUpCard key="set-up" health={state.health} />}
      {idle && <Intro.Examples key="examples" commands={commands} />}
      {/* The history is drawn here once it is loaded. */}
      {idle && <div key="recent" id="recent" />}
      {idle && <Intro.Privacy key="privacy" />}
    </main>
  );
}

type ResultProps = { state: ShownState; commands: Commands };

const NO_CITATIONS: State['citations'] = [];

const Result = memo(({ state, commands }: ResultProps) => {
  const notice = noticeOf(state);
  const { phase, sources, card, thread } = state;
  const hasSources = sources.length > 0 || phase === 'searching' || phase === 'reading';
  const citations = isInProgress(state) ? NO_CITATIONS : state.citations;
  return (
    <div class={hasSources ? 'result with-sources' : 'result'}>
      <div class="reading">
        {hasSources && (
          <div class="source-strip">
            {late && sources.length > 0 && (
              <late.SourceStrip exchange={state} isWhole={!isInProgress(state)} />
            )}
          </div>
        )}
        {late && <late.SearchedWithout steps={state.steps} />}
        <AnswerView state={state} card={card} commands={commands} />
        {late && notice?.kind === 'unconfigured' && <late.Quotes sources={sources} />}
        {notice !== null && <Told notice={notice} commands={commands} />}
        {late && phase === 'ended' && <late.Receipt exchange={state} />}
      </div>
      {hasSources && <SourceCards {...{ phase, sources, citations, card }} turn={thread.length} />}
    </div>
  );
});

/** The notice, with its help. If the help cannot be loaded, only the title and a button are shown. */
function Told(props: { notice: Notice; commands: Commands }) {
  if (late !== null) return <late.NoticeView {...props} />;
  return (
    <section class="notice">
      <h2>{words.notices[props.notice.kind]}</h2>
      <button type="button" class="tool" onClick={props.commands.retry}>
        {words.retry}
      </button>
    </section>
  );
}

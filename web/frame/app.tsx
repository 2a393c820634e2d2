import { AnswerView } from '../answer/answer.tsx';
import { Earlier, QuestionHeading } from '../answer/earlier.tsx';
import { lazy, memo } from '../browser/drawing.tsx';
import { QuestionForm } from '../field/question-form.tsx';
import type { AsideCommands } from '../history/aside.ts';
import { Intro } from '../home/intro.tsx';
import { words } from '../languages/words.ts';
import { StatusLine } from '../progress/status-line.tsx';
import { SourceCards } from '../sources/source-cards.tsx';
import type { Commands } from '../state/commands.ts';
import { hasBody, isStoppedText, noticeOf } from '../state/outcome.ts';
import { isInProgress, type ShownState, type State } from '../state/state.ts';

const Aside = lazy((later) => later.Aside);
const NoticeView = lazy((later) => later.NoticeView);
const OfflineHistory = lazy((later) => later.OfflineHistory);
const Overlays = lazy((later) => later.Overlays);
const Privacy = lazy((later) => later.Privacy);
const Quotes = lazy((later) => later.Quotes);
const Receipt = lazy((later) => later.Receipt);
const Recent = lazy((later) => later.Recent);
const Related = lazy((later) => later.Related);
const SearchedFor = lazy((later) => later.SearchedFor);
const SearchedWithout = lazy((later) => later.SearchedWithout);
const SetUpCard = lazy((later) => later.SetUpCard);
const SkipLink = lazy((later) => later.SkipLink);
const Versions = lazy((later) => later.Versions);
const SourceStrip = lazy((later) => later.SourceStrip);

type AppProps = {
  state: State;
  commands: Commands;
  /** The actions on history and settings; null until they are loaded. */
  aside: AsideCommands | null;
};

/** The whole page. The field and the status line are always the same elements of the document. */
export function App({ state, commands, aside }: AppProps) {
  return (
    <>
      <header class="top">
        <a class="brand" href="./">
          {words.name}
        </a>
        {aside && <Aside aside={state.aside} commands={aside} />}
      </header>
      <Main state={state} commands={commands} aside={aside} />
      {aside && <OfflineHistory state={state} commands={aside} />}
    </>
  );
}

function Main({ state, commands, aside }: AppProps) {
  const idle = state.phase === 'idle';
  const turn = state.thread.length;
  return (
    <main class={idle ? 'idle' : 'asked'}>
      {!idle && <SkipLink key="skip" />}
      {idle ? <Intro.Top key="top" /> : <Intro.Again key="again" commands={commands} />}
      {state.thread.map((exchange, at) => [
        <Versions key={`versions-${at}`} state={state} turn={at} commands={commands} />,
        <Earlier
          key={`turn-${at}`}
          exchange={exchange}
          turn={at}
          card={state.card?.turn === at ? state.card : null}
          speaking={state.speaking?.turn === at ? state.speaking : null}
          commands={commands}
        />,
      ])}
      {!idle && <Versions key={`versions-${turn}`} state={state} turn={turn} commands={commands} />}
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
      {!idle && <Overlays key="overlays" state={state} commands={commands} />}
      <QuestionForm key="form" state={state} commands={commands} />
      {idle && <SetUpCard key="set-up" health={state.health} />}
      {idle && state.aside.entries.length === 0 && <Intro.Examples key="examples" commands={commands} />}
      {idle && aside && <Recent key="recent" entries={state.aside.entries} commands={aside} />}
      {idle && <Privacy key="privacy" />}
    </main>
  );
}

type ResultProps = { state: ShownState; commands: Commands };

const Result = memo(({ state, commands }: ResultProps) => {
  const notice = noticeOf(state);
  const { phase, sources, citations, quotes, card, thread } = state;
  // Whoever reads on without it takes the text for the answer that was asked for.
  const isAbove = notice?.kind === 'unsourced' || notice?.kind === 'quoted';
  const hasSources = sources.length > 0 || phase === 'searching' || phase === 'reading';
  return (
    <div class={hasSources ? 'result with-sources' : 'result'}>
      <div class="reading">
        {hasSources && (
          <div class="source-strip">
            {sources.length > 0 && <SourceStrip exchange={state} isWhole={!isInProgress(state)} />}
          </div>
        )}
        <SearchedWithout steps={state.steps} />
        {isAbove && <NoticeView notice={notice} scope={state.scope} commands={commands} />}
        <AnswerView state={state} card={card} commands={commands} />
        {notice?.kind === 'unconfigured' && <Quotes sources={sources} />}
        {notice !== null && !isAbove && !isStoppedText(state) && (
          <NoticeView notice={notice} scope={state.scope} commands={commands} />
        )}
        {phase === 'ended' && <Receipt exchange={state} />}
        {hasBody(state) && <Related exchange={state} commands={commands} />}
      </div>
      {hasSources && <SourceCards {...{ phase, sources, citations, quotes, card }} turn={thread.length} />}
    </div>
  );
});

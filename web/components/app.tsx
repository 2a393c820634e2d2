import { noticeOf } from '../notice.ts';
import { isAsking, type State } from '../state.ts';
import { AnswerView } from './answer-view.tsx';
import type { Commands } from './commands.ts';
import { Intro } from './intro.tsx';
import { NoticeView } from './notice-view.tsx';
import { QuestionForm } from './question-form.tsx';
import { SourceCards } from './source-cards.tsx';
import { StatusLine } from './status-line.tsx';

/** The whole page below its header, as a picture of the state. */
export function App({ state, commands }: { state: State; commands: Commands }) {
  const idle = state.phase === 'idle';
  const notice = noticeOf(state);
  const hasSources = state.sources.length > 0 || state.phase === 'searching';
  return (
    <main class={idle ? 'idle' : 'asked'}>
      {idle ? <Intro.Top /> : <h1 class="off-screen">{state.question}</h1>}
      <QuestionForm draft={state.draft} asking={isAsking(state)} commands={commands} />
      <StatusLine state={state} notice={notice} />
      {idle && notice === null && <Intro.Examples commands={commands} />}
      <div class={hasSources ? 'result with-sources' : 'result'}>
        {hasSources && <SourceCards state={state} />}
        <div class="reading">
          {!idle && <AnswerView state={state} commands={commands} />}
          {notice !== null && <NoticeView notice={notice} asked={!idle} commands={commands} />}
        </div>
      </div>
      {idle && <Intro.Privacy />}
    </main>
  );
}

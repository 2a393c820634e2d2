// Everything that the first paint does not need. It is one file, because small files compress worse and could
// be missing after an update of the service.

export { AnswerTools, ExchangeTools, SavePanel } from '../actions/answer-tools.tsx';
export { Related } from '../actions/follow-ups.tsx';
export { createVoice } from '../actions/voice.ts';
export { CodeBlocks } from '../answer/code.ts';
export { Contents } from '../answer/contents.tsx';
export { EditQuestion, Versions } from '../answer/edit-question.tsx';
export { endAnswer, followAnswer, planFor } from '../asking/rare-requests.ts';
export { optionalFields } from '../asking/scope.ts';
export { Icon } from '../browser/icon.ts';
export { Player, QuestionOptions, Queue } from '../field/options.tsx';
export { createAside } from '../history/aside.ts';
export { OfflineHistory, Privacy, Recent } from '../home/recent.tsx';
export { SetUpCard } from '../home/set-up-card.tsx';
export { settleAsideWords } from '../languages/aside-words.ts';
export { GoOn, NoticeView } from '../progress/notice.tsx';
export { FoldedPlan, Plan, Silence } from '../progress/plan.tsx';
export { Receipt, SearchedFor, SearchedWithout, StepsButton } from '../progress/steps.tsx';
export { listenToKeys } from '../settings/keys.tsx';
export { CitationCard } from '../sources/citations.tsx';
export { PagePicture, Quotes } from '../sources/quotes.tsx';
export { SourceStrip } from '../sources/source-strip.tsx';
export { Findings } from '../verdicts/findings.tsx';
export { Aside } from './aside.tsx';
export { Overlays, SkipLink } from './overlays.tsx';

declare module '../browser/drawing.tsx' {
  interface Later extends Readonly<typeof import('./later.ts')> {}
}

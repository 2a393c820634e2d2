// Everything that the first paint does not need. It is one file, because small files compress worse and could
// be missing after an update of the service.

export { createAside } from './aside.ts';
export { finishAnswer } from './asking/finish.ts';
export { planFor } from './asking/plan.ts';
export { optionalFields } from './asking/scope-in-request.ts';
export { AnswerTools, ExchangeTools } from './components/answer-tools.tsx';
export { Aside } from './components/aside.tsx';
export { CitationCard } from './components/citation-card.tsx';
export { CodeColours } from './components/code-colours.tsx';
export { Contents } from './components/contents.tsx';
export { EditQuestion } from './components/edit-question.tsx';
export { Findings } from './components/findings.tsx';
export { NoticeView } from './components/notice-view.tsx';
export { OfflineHistory } from './components/offline-history.tsx';
export { Overlays } from './components/overlays.tsx';
export { FoldedPlan, Plan } from './components/plan.tsx';
export { QuestionOptions } from './components/question-options.tsx';
export { Queue } from './components/queue.tsx';
export { QuotedFrom } from './components/quoted-from.tsx';
export { Quotes } from './components/quotes.tsx';
export { Receipt } from './components/receipt.tsx';
export { Recent } from './components/recent.tsx';
export { Related } from './components/related.tsx';
export { SavePanel } from './components/save-panel.tsx';
export { SearchedFor } from './components/searched-for.tsx';
export { SearchedWithout } from './components/searched-without.tsx';
export { SetUpCard } from './components/set-up-card.tsx';
export { SourceStrip } from './components/source-strip.tsx';
export { StepsButton } from './components/steps-button.tsx';
export { settleAsideWords } from './languages/aside-words.ts';
export { listenToKeys } from './settings/keyboard.ts';
export { createVoice } from './speech/voice.ts';

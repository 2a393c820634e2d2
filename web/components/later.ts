// Everything that the first paint does not need. It is one file, because small files compress worse and could
// be missing after an update of the service.

export { finishAnswer } from '../asking/finish.ts';
export { planFor } from '../asking/plan.ts';
export { optionalFields } from '../asking/scope-in-request.ts';
export { createAside } from '../history/aside.ts';
export { settleAsideWords } from '../languages/aside-words.ts';
export { listenToKeys } from '../settings/keyboard.ts';
export { createVoice } from '../speech/voice.ts';
export { AnswerTools, ExchangeTools } from './answer-tools.tsx';
export { Aside } from './aside.tsx';
export { CitationCard } from './citation-card.tsx';
export { CodeBlocks } from './code-blocks.tsx';
export { Contents } from './contents.tsx';
export { EditQuestion } from './edit-question.tsx';
export { Findings } from './findings.tsx';
export { NoticeView, RetryLink } from './notice-view.tsx';
export { OfflineHistory } from './offline-history.tsx';
export { Overlays } from './overlays.tsx';
export { PagePicture } from './page-picture.tsx';
export { FoldedPlan, Plan } from './plan.tsx';
export { Player } from './player.tsx';
export { Privacy } from './privacy.tsx';
export { QuestionOptions } from './question-options.tsx';
export { Queue } from './queue.tsx';
export { Quotes } from './quotes.tsx';
export { Receipt } from './receipt.tsx';
export { Recent } from './recent.tsx';
export { Related } from './related.tsx';
export { SavePanel } from './save-panel.tsx';
export { SearchedFor } from './searched-for.tsx';
export { SearchedWithout } from './searched-without.tsx';
export { SetUpCard } from './set-up-card.tsx';
export { SkipLink } from './skip-link.tsx';
export { SourceStrip } from './source-strip.tsx';
export { StepsButton } from './steps-button.tsx';

export { AnswerTools } from './answer-tools.tsx';
export { CitationCard } from './citation-card.tsx';
export { listenToCitations } from './citations.ts';
export { Findings } from './findings.tsx';
export { markDoubtful } from './mark-doubtful.ts';
export { NoticeView } from './notice-view.tsx';
export { Plan } from './plan.tsx';
export { Steps } from './steps.tsx';

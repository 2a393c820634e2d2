export { listenToCitations } from './citations.ts';
export { AnswerTools } from './components/answer-tools.tsx';
export { CitationCard } from './components/citation-card.tsx';
export { NoticeView } from './components/notice-view.tsx';
export { Steps } from './components/steps.tsx';

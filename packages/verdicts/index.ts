export { isFormula } from './claim.ts';
export { statesValue } from './compare-values.ts';
export { createRightSource, findQuotes } from './find-quotes.ts';
export { createJudge, type JudgeStatement } from './judge.ts';
export { judgeAnswer } from './judge-answer.ts';
export type { EvidenceSource } from './source-index.ts';
export type { Difference, JudgedText, Judgement, SourceQuote } from './verdict.ts';

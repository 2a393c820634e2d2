export { type CitedQuote, type CitedStatement, findQuotes } from './find-quotes.ts';
export { isFormula } from './is-checkable.ts';
export { createJudge, type JudgeStatement } from './judge.ts';
export { type JudgedSource, judgeAnswer, type Verdict, type VerdictOptions } from './judge-answer.ts';
export { createRightSource } from './right-source.ts';
export type { EvidenceSource } from './source-index.ts';
export { statesValue } from './states-value.ts';
export type { Difference, JudgedText, Judgement, SourceQuote, StatementVerdict } from './verdict.ts';

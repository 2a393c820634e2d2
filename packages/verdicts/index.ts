export { isFormula } from './claim.ts';
export { type CitedQuote, type CitedStatement, createRightSource, findQuotes } from './find-quotes.ts';
export { createJudge, type JudgeStatement } from './judge.ts';
export { type JudgedSource, judgeAnswer, type Verdict, type VerdictOptions } from './judge-answer.ts';
export type { EvidenceSource } from './source-index.ts';
export { statesValue } from './values.ts';
export type { Difference, JudgedText, Judgement, SourceQuote, StatementVerdict } from './verdict.ts';

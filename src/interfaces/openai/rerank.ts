import { z } from 'zod';
import { parsedBody } from '../conversation/conversation.ts';
import { errandOf, type InterfaceCall } from '../http/call-service.ts';
import { checkedText } from '../http/to-question.ts';

/** The number of documents that Cohere's API takes, too. */
const MAX_DOCUMENTS = 1000;
/** Jina's and Cohere's older API name documents by their text or by an object with it. */
const document = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)], {
  error: 'it must be a text or an object with `text`',
});

/** The body of a request in the formats of Jina (`/v1/rerank`) and Cohere (`/v2/rerank`). */
const rerankRequest = z.object({
  query: z.string(),
  documents: z
    .array(document)
    .min(1)
    .max(MAX_DOCUMENTS, { error: `at most ${MAX_DOCUMENTS} documents are ranked` }),
  top_n: z.int().min(1).nullish(),
  return_documents: z.boolean().nullish(),
});

/** The name of the model in a reply if words alone ranked the documents. */
const WORDS = 'sayso-words';

/**
 * `POST /v1/rerank`: the documents that answer a query best, best first, with scores from 0 to 1. The
 * operator's reranker scores them; without one, the words that they share with the query do.
 * @throws Failure `invalid-question`, `overloaded`, `rate-limited`
 */
export async function replyWithRanking(call: InterfaceCall) {
  const { request, deps } = call;
  const { query, documents, top_n: top, return_documents: echoes } = parsedBody(request.body, rerankRequest);
  const question = checkedText(query, { maxQueryChars: deps.maxQueryChars, name: 'The field `query`' });
  const task = { question, passages: documents, timeoutMs: deps.answerDeadlineMs };
  const { scores, model } = await deps.rank(task, errandOf(call));
  const results = documents
    .map((text, index) => ({
      index,
      relevance_score: scores[index] ?? 0,
      ...(echoes !== false && { document: { text } }),
    }))
    .sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, top ?? documents.length);
  const chars = documents.reduce((sum, { length }) => sum + length, query.length);
  return {
    id: request.id,
    object: 'list',
    model: model ?? WORDS,
    usage: { total_tokens: Math.ceil(chars / CHARS_PER_TOKEN) },
    results,
  };
}

/** A rough mean, as nothing is charged for tokens here. */
const CHARS_PER_TOKEN = 4;

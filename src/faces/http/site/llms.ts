/** `llms.txt` (llmstxt.org): how a program that reads text may use this service. `{origin}` is filled in. */
export const llms = `# Sayso

> A self-hosted answer engine: it searches the web, reads the pages and answers a question in a few sentences with numbered sources.

Ask with one request. The answer is JSON with \`answer\` (Markdown, citations as [n]), \`speakable_text\` and \`sources\` (\`index\`, \`title\`, \`url\`). It takes a few seconds.

- Ask: \`GET {origin}/api/v1/query?q=QUESTION\`, or \`POST {origin}/api/v1/query\` with {"query": "QUESTION"}
- With snippets, HTML and the conversation before it: \`POST {origin}/api/ask\` with {"query": "QUESTION", "num_sources": 5, "history": [{"question": "...", "answer": "..."}]}
- Other forms by \`Accept\`: text/plain, text/markdown, text/html, application/ssml+xml, text/event-stream
- How long to wait at most: \`Prefer: wait=SECONDS\`

Where keys are configured, send one as \`Authorization: Bearer KEY\`. After 429 or 503 come back when \`Retry-After\` says. Do not crawl answers: every one costs a search and a call of a language model.

## Interface

- [OpenAPI 3.1]({origin}/openapi.json): every path, field and error
- [Health]({origin}/api/health): version and configuration
- [The page]({origin}/): for people
`;

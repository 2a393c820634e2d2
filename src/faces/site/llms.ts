/** `llms.txt` (llmstxt.org): how a program that reads text can use this service. `{origin}` is filled in. */
export const llms = `# Sayso

> A self-hosted answer engine: it searches the web, reads the pages and answers a question in a few sentences with numbered sources.

Ask with one request. The answer is JSON with \`answer\` (Markdown, citations as [n]), \`speakable_text\` and \`sources\` (\`index\`, \`title\`, \`url\`). It takes a few seconds.

- Ask: \`GET {origin}/api/v1/query?q=QUESTION\`, or \`POST {origin}/api/v1/query\` with {"query": "QUESTION"}
- With snippets, HTML and the conversation so far: \`POST {origin}/api/ask\` with {"query": "QUESTION", "num_sources": 5, "history": [{"question": "...", "answer": "..."}]}
- Other forms by \`Accept\`: text/plain, text/markdown, text/html, application/ssml+xml, text/event-stream
- The longest time to wait: \`Prefer: wait=SECONDS\`

If the service needs a key, send it as \`Authorization: Bearer KEY\`. After 429 or 503, wait as long as \`Retry-After\` says. Do not crawl answers: each costs a search and a call of a language model.

## Interface

- [OpenAPI 3.1]({origin}/openapi.json): every path, field and error
- [Health]({origin}/api/health): version and configuration
- [The page]({origin}/): for people
`;

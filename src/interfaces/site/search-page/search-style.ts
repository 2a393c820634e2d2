/**
 * Styles of the plain document in addition to the page's stylesheet: a field of one line, smaller headings,
 * space between the parts. A status line disappears once the announced content has arrived; the line below
 * the sources keeps its space, so that the answer does not move.
 */
export const searchStyle = `main { max-width: 44rem; margin-inline: 0; box-sizing: content-box; }
main > * { margin-block: 0 1.25rem; }
.question { align-items: center; margin-block: 0.75rem 1.75rem; }
.question .field { display: block; }
.question .field::after { content: none; }
.question input { width: 100%; border: 0; padding: 0.5rem 0.75rem; }
.question input { background: none; color: inherit; font: inherit; }
.question input:focus-visible { outline: none; }
.question:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.35; }
.status, #sources { font-size: 0.875rem; color: var(--soft); }
.status { white-space: normal; }
.status:has(~ section) { display: none; }
.status:has(~ article ~ .status) { visibility: hidden; }
section li { margin-block-start: 0.75rem; font-size: 0.875rem; line-height: 1.45; color: var(--soft); }
section a { font-size: 1rem; font-weight: 600; }
.answer { font-size: 1.0625rem; line-height: 1.7; }
.answer > * { margin-block: 0 1em; }
.answer > :is(h1, h2, h3, h4, h5, h6) { margin-block: 1.5em 0.5em; font-size: 1.125em; }
.answer table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 0.9375rem; }
.answer :is(th, td) { padding: 0.5rem 0; padding-inline-end: 1rem; }
.answer :is(th, td) { border-bottom: 1px solid var(--line); text-align: start; }
.answer blockquote { margin-inline: 0; padding-inline-start: 1rem; }
.answer blockquote { border-inline-start: 3px solid var(--line); }
ol, ul { padding-inline-start: 1.5rem; }
.answer blockquote blockquote blockquote blockquote,
.answer :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding: 0; border: 0; }
`;

/** What the plain document needs beside the page's stylesheet: a field of one line, smaller headings, room between the parts. */
export const style = `.question { align-items: center; margin-block: 1rem 1.5rem; }
.question .field { display: block; flex: 1; min-width: 0; }
.question .field::after { content: none; }
.question input { width: 100%; border: 0; padding: 0.5rem; background: none; color: inherit; font: inherit; }
h1 { font-size: 1.4rem; line-height: 1.3; }
h2 { font-size: 1.1rem; }
main > * { margin-block-end: 1rem; }
article > * { margin-block: 0 0.75rem; }
ol, ul { padding-inline-start: 1.5rem; }
`;

import { build } from 'esbuild';

/** A page that shows its text only after its scripts have run. `files` are served beside it. */
export type ScriptPage = { readonly html: string; readonly files?: Readonly<Record<string, string>> };

/** Whole sentences, so that they count as prose; every page shows them with its own name. */
export const textOf = (name: string): string =>
  `The harbour of ${name} was built in 1887 by three brothers who came from the islands with their ships. ` +
  'It was widened twice, in 1923 and in 1961, each time at the cost of the old town behind it. ' +
  'Since the last ferry left in 2004, the quay has been used by the rowing club and by people who fish. ' +
  'A museum in the former customs house shows models of all ships that were registered here, and the tools ' +
  'with which the last of them was built by hand in a shed that is still standing at the end of the pier. ' +
  'Its lighthouse, which is 31 metres high, can be visited on Sundays between April and October.';

const paragraphs = (name: string) => `<article><h1>${name}</h1><p>${textOf(name)}</p></article>`;
const inQuotes = (name: string) => JSON.stringify(paragraphs(name));
const wordsOf = (name: string) => JSON.stringify(textOf(name).split(' '));
const shell = (script: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Loading</title>${head}</head><body><div id="root"></div>` +
  `<script>${script}</script></body></html>`;
const show = (name: string) => `document.getElementById('root').innerHTML = ${inQuotes(name)};`;
const showJson = "document.getElementById('root').innerHTML = '<article><p>' + data.text + '</p></article>'";
const json = (name: string) => JSON.stringify({ text: textOf(name) });

async function bundle(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'jsx' },
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

const app = (body: string) =>
  bundle(
    `import { h, render, hydrate, Fragment } from 'preact';\n` +
      `import { useEffect, useState } from 'preact/hooks';\n${body}`,
  );
const module = (name: string, root = '') =>
  '<!doctype html><html lang="en"><head><title>App</title></head>' +
  `<body><div id="root">${root}</div><script type="module" src="/files/${name}.js"></script></body></html>`;
const textAsJsx = (name: string) =>
  `<article><h1>${name}</h1><p>{${JSON.stringify(textOf(name))}}</p></article>`;

/** Twenty-two kinds of pages. `elsewhere` is the origin of another server with the same files. */
export async function scriptPages(elsewhere: string): Promise<Readonly<Record<string, ScriptPage>>> {
  return { ...(await frameworkPages()), ...requestPages(elsewhere), ...drawingPages() };
}

async function frameworkPages(): Promise<Record<string, ScriptPage>> {
  return {
    'empty-root': {
      html: module('empty-root'),
      files: {
        'empty-root.js': await app(
          `const App = () => ${textAsJsx('empty-root')};\nrender(<App />, document.getElementById('root'));`,
        ),
      },
    },
    'effect-fetch': {
      html: module('effect-fetch'),
      files: {
        'effect-fetch.js': await app(
          'const App = () => { const [data, setData] = useState(null); useEffect(() => {' +
            "fetch('/files/effect-fetch.json').then((reply) => reply.json()).then(setData); }, []);" +
            'return data === null ? <p>Loading</p> : <article><p>{data.text}</p></article>; };' +
            "render(<App />, document.getElementById('root'));",
        ),
        'effect-fetch.json': json('effect-fetch'),
      },
    },
    hydrated: {
      html: module('hydrated', '<div><button>Open</button><p>Menu</p></div>'),
      files: {
        'hydrated.js': await app(
          'const App = () => { const [isOpen, setOpen] = useState(false);' +
            'useEffect(() => setOpen(true), []);' +
            `return <div><button>Open</button>{isOpen ? ${textAsJsx('hydrated')} : <p>Menu</p>}</div>; };` +
            "hydrate(<App />, document.getElementById('root'));",
        ),
      },
    },
    'lazy-chunk': {
      html: module('lazy-chunk'),
      files: {
        'lazy-chunk.js':
          "const { show } = await import('/files/lazy-part.js'); show(document.getElementById('root'));",
        'lazy-part.js': await app(`export const show = (root) => render(${textAsJsx('lazy-chunk')}, root);`),
      },
    },
    'import-map': {
      html: shell('', '<script type="importmap">{"imports":{"part":"/files/mapped.js"}}</script>').replace(
        '</body>',
        '<script type="module">import { text } from "part";' +
          "document.getElementById('root').innerHTML = text;</script></body>",
      ),
      files: { 'mapped.js': `export const text = ${inQuotes('import-map')};` },
    },
    'shadow-root': {
      html: shell(
        "customElements.define('harbour-text', class extends HTMLElement { connectedCallback() {" +
          `this.attachShadow({ mode: 'open' }).innerHTML = ${inQuotes('shadow-root')}; } });` +
          "document.getElementById('root').innerHTML = '<harbour-text></harbour-text>';",
      ),
    },
    'nested-shadow': {
      html: shell(
        "customElements.define('inner-text', class extends HTMLElement { connectedCallback() {" +
          `this.attachShadow({ mode: 'open' }).innerHTML = ${inQuotes('nested-shadow')}; } });` +
          "customElements.define('outer-text', class extends HTMLElement { connectedCallback() {" +
          "this.attachShadow({ mode: 'open' }).innerHTML = '<main><inner-text></inner-text></main>'; } });" +
          "document.getElementById('root').innerHTML = '<outer-text></outer-text>';",
      ),
    },
  };
}

function requestPages(elsewhere: string): Record<string, ScriptPage> {
  const fetchAndShow = (address: string, options = '{}') =>
    `fetch('${address}', ${options}).then((reply) => reply.json()).then((data) => { ${showJson}; });`;
  return {
    xhr: {
      html: shell(
        "const call = new XMLHttpRequest(); call.open('GET', '/files/xhr.json');" +
          "call.responseType = 'json';" +
          `call.onload = () => { const data = call.response; ${showJson}; }; call.send();`,
      ),
      files: { 'xhr.json': json('xhr') },
    },
    'delayed-fetch': {
      html: shell(`setTimeout(() => { ${fetchAndShow('/files/delayed-fetch.json')} }, 900);`),
      files: { 'delayed-fetch.json': json('delayed-fetch') },
    },
    'post-query': {
      html: shell(
        fetchAndShow(
          '/posted/post-query.json',
          "{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }",
        ),
      ),
      files: { 'post-query.json': json('post-query') },
    },
    'other-origin': {
      html: shell(fetchAndShow(`${elsewhere}/files/other-origin.json`, "{ headers: { 'x-key': 'public' } }")),
      files: { 'other-origin.json': json('other-origin') },
    },
    'streamed-body': {
      html: shell(
        "fetch('/files/streamed-body.json').then(async (reply) => { let whole = ''; const decoder = " +
          'new TextDecoder(); for await (const part of reply.body) whole += decoder.decode(part); ' +
          `const data = JSON.parse(whole); ${showJson}; });`,
      ),
      files: { 'streamed-body.json': json('streamed-body') },
    },
    'data-script': {
      html: shell('', '<script src="/files/data-script.js"></script>').replace(
        '</body>',
        `<script>const data = window.harbour; ${showJson};</script></body>`,
      ),
      files: {
        // In pieces, so that the text is not found without running the script.
        'data-script.js': `window.harbour = { text: ${wordsOf('data-script')}.join(' ') };`,
      },
    },
    'socket-first': {
      html: shell(
        `const socket = new WebSocket('${elsewhere.replace('http', 'ws')}/'); socket.onerror = () => {` +
          `${fetchAndShow('/files/socket-first.json')} };`,
      ),
      files: { 'socket-first.json': json('socket-first') },
    },
    'worker-refused': {
      html: shell(
        "navigator.serviceWorker.register('/files/none.js').catch(() => undefined)" +
          `.finally(() => {${show('worker-refused')}});`,
      ),
    },
  };
}

function drawingPages(): Record<string, ScriptPage> {
  return {
    'style-first': {
      html: shell(
        "const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = '/files/a.css';" +
          `link.onload = () => {${show('style-first')}}; document.head.append(link);`,
      ),
      files: { 'a.css': 'p { color: red }' },
    },
    frames: {
      html: shell(
        `const words = ${wordsOf('frames')}; const p = document.createElement('p');` +
          "document.getElementById('root').append(p); const next = () => { p.append(words.shift() + ' ');" +
          'if (words.length > 0) requestAnimationFrame(next); }; requestAnimationFrame(next);',
      ),
    },
    'in-view': {
      html: shell(
        'new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return;' +
          `observer.disconnect(); ${show('in-view')} }).observe(document.getElementById('root'));`,
        '<style>#root { min-height: 10px }</style>',
      ),
    },
    written: { html: shell(`document.write(${inQuotes('written').replaceAll('</', '<\\/')});`) },
    stored: {
      html: shell(
        "localStorage.setItem('seen', '1'); document.cookie = 'seen=1';" +
          `if (localStorage.getItem('seen') === '1' && /seen/.test(document.cookie)) ${show('stored')}`,
      ),
    },
    dialog: { html: shell(`alert('Welcome'); if (!confirm('Stay?')) ${show('dialog')}`) },
    'sent-on': {
      html: shell("location.replace('/sent-on-target')"),
      files: { 'sent-on-target': shell(show('sent-on')) },
    },
    'idle-time': { html: shell(`requestIdleCallback(() => {${show('idle-time')}});`) },
  };
}

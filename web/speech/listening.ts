import type { Store } from '../state/store.ts';

/**
 * The browser's speech recognition, as far as the page uses it; TypeScript's DOM library does not include it.
 */
type Recognition = {
  lang: string;
  interimResults: boolean;
  onresult:
    | ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void)
    | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
};

declare global {
  var SpeechRecognition: (new () => Recognition) | undefined;
  var webkitSpeechRecognition: (new () => Recognition) | undefined;
}

/** Errors after which the reader can simply speak again. */
const HARMLESS = ['no-speech', 'aborted'];

/**
 * Writes the recognised speech into the field while the state asks for it. When the reader stops speaking,
 * the question is asked; if the reader stops the recognition, the words stay in the field. Returns the
 * function to call after every change of the state.
 */
export function createListening(store: Store, ask: (question: string) => void): () => void {
  const Recognizer = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  let current: Recognition | null = null;

  function start(recognition: Recognition) {
    let heard = '';
    let hasFailed = false;
    current = recognition;
    recognition.lang = spokenLanguage();
    recognition.interimResults = true;
    recognition.onresult = ({ results }) => {
      heard = Array.from(results, (result) => result[0]?.transcript ?? '').join('');
      store.send({ type: 'typed', text: heard });
    };
    recognition.onerror = ({ error }) => {
      hasFailed = !HARMLESS.includes(error);
    };
    recognition.onend = () => {
      const isFinished = store.state.listening && heard !== '';
      current = null;
      store.send({ type: 'listening', listening: false, hasListeningFailed: hasFailed });
      // The field describes the problem, to screen readers as well.
      if (hasFailed) document.getElementById('question')?.focus();
      if (isFinished) ask(heard);
    };
    recognition.start();
  }

  return () => {
    const { listening } = store.state;
    if (!listening) current?.stop();
    else if (current === null && Recognizer !== undefined) start(new Recognizer());
  };
}

/**
 * The language of the page, with the browser's region for it if it has one, because recognisers distinguish
 * accents.
 */
function spokenLanguage(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.split('-', 1)[0] === lang) ?? lang;
}

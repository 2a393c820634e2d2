import type { Store } from './store.ts';

/** The browser's own recognition, as far as the page uses it; TypeScript's DOM library does not know it. */
type Recognition = {
  lang: string;
  interimResults: boolean;
  onresult:
    | ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void)
    | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
};

declare global {
  var SpeechRecognition: (new () => Recognition) | undefined;
  var webkitSpeechRecognition: (new () => Recognition) | undefined;
}

/**
 * Writes what is said into the field while the state says so. A reader who has finished speaking has asked; one who stops the
 * listening keeps the words in the field. Returns what to call when the state has changed.
 */
export function createListening(store: Store, ask: (question: string) => void): () => void {
  const Recognizer = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  let current: Recognition | null = null;

  function start(recognition: Recognition) {
    let heard = '';
    current = recognition;
    recognition.lang = navigator.language;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) => {
      heard = Array.from(results, (result) => result[0]?.transcript ?? '').join('');
      store.send({ type: 'typed', text: heard });
    };
    recognition.onend = () => {
      const isFinished = store.state.listening && heard !== '';
      current = null;
      store.send({ type: 'listening', listening: false });
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

import { readAnswerPreferences } from '../settings/answer-preferences.ts';
import { readSettings } from '../settings/settings.ts';
import { exchangesOf, type Speaking } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { rangeOf, statementSpans } from '../verdicts/statements.ts';

/** Reading aloud and speech recognition; loaded when first needed. */
export type Voice = {
  /** Applies the state: reads, pauses, stops, listens. Called after every change of the state. */
  follow(): void;
};

/** Connects both to the store; `ask` receives the spoken question. */
export function createVoice(store: Store, ask: (question: string) => void): Voice {
  const parts = [createReadingAloud(store), createListening(store, ask)];
  return {
    follow() {
      for (const follow of parts) follow();
    },
  };
}

/** How long a browser without a voice for the language gets to begin, in milliseconds. */
const START_LIMIT_MS = 3000;

/**
 * Reads the answer aloud when the state asks for it, one utterance per sentence: Chromium's network voices
 * stop after about 15 seconds of an utterance. `pause()` does not work everywhere, so a pause cancels the
 * sentence and continuing repeats it. Returns the function to call after every change of the state.
 */
function createReadingAloud(store: Store): () => void {
  let current: SpeechSynthesisUtterance | null = null;
  let marked: Range | null = null;
  /** The number of the statement that was marked last: the next one follows it. */
  let statement = 0;
  let spokenTurn = 0;
  addEventListener('pagehide', () => speechSynthesis.cancel());

  function follow() {
    const { state } = store;
    const { speaking, phase } = state;
    if (speaking === null || speaking.paused) return fallSilent();
    const { turn } = speaking;
    const { sentences = [] } = exchangesOf(state)[turn] ?? {};
    const sentence = sentences[speaking.at];
    // Another answer is read from now on.
    if (current !== null && turn !== spokenTurn) fallSilent();
    if (current !== null) {
      // When a growing block is written again, its marked text is replaced and the mark is lost.
      if (sentence !== undefined && marked?.collapsed !== false) mark(turn, sentence);
    } else if (sentence !== undefined) {
      if (speaking.at === 0) statement = 0;
      speak(sentence.trim(), speaking);
      mark(turn, sentence);
      if (marked?.startContainer instanceof Element)
        marked.startContainer.scrollIntoView({ block: 'nearest' });
    } else if (phase === 'ended' || turn < state.thread.length)
      store.send({ type: 'speaking', speaking: null });
  }

  function speak(sentence: string, { turn, at }: Speaking) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    const language = exchangesOf(store.state)[turn]?.language ?? '';
    const { voice, speed } = readAnswerPreferences(readSettings().answers);
    spokenTurn = turn;
    utterance.rate = speed;
    if (language !== '' && language !== 'und') utterance.lang = language;
    const chosen = speechSynthesis.getVoices().find(({ name }) => name === voice);
    // A voice of another language would read the words wrongly.
    if (chosen !== undefined && isOf(chosen, utterance.lang)) utterance.voice = chosen;
    const goOn = (next: Speaking | null) => {
      if (current !== utterance) return;
      current = null;
      store.send({ type: 'speaking', speaking: next });
    };
    const mute = { turn, at, paused: true, isMute: true };
    // Some browsers without a voice report no error and never begin.
    const starting = setTimeout(() => {
      if (current !== utterance) return;
      if (speechSynthesis.getVoices().some((each) => isOf(each, utterance.lang))) return;
      goOn(mute);
      speechSynthesis.cancel();
    }, START_LIMIT_MS);
    utterance.onstart = () => clearTimeout(starting);
    utterance.onend = () => goOn({ turn, at: at + 1, paused: false });
    utterance.onerror = ({ error }) => goOn(/unavailable|synthesis/.test(error) ? mute : null);
    current = utterance;
    speechSynthesis.speak(utterance);
  }

  /** Marks the sentence without changing the DOM, if it is found and the browser supports it. */
  function mark(turn: number, sentence: string) {
    const number = spokenStatement(turn, sentence, statement);
    const ranges = number === null ? [] : statementSpans(turn, number).map(rangeOf);
    statement = number ?? statement;
    marked = ranges[0] ?? null;
    CSS.highlights?.set('spoken', new Highlight(...ranges));
  }

  function fallSilent() {
    const { speaking } = store.state;
    if (speaking === null || speaking.isMute) CSS.highlights?.delete('spoken');
    if (current === null) return;
    current = null;
    speechSynthesis.cancel();
  }
  return follow;
}

/** True if the voice speaks the language, whatever its country; BCP 47 tags. */
function isOf(voice: SpeechSynthesisVoice, language: string): boolean {
  const primary = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase();
  return language === '' || primary(voice.lang) === primary(language);
}

/** This many letters and digits of a sentence are enough to know it. */
const END_LENGTH = 12;

/**
 * The number of the statement that this sentence speaks: the first one from number `from` on, otherwise any,
 * with its beginning or end. In between, numbers and signs are spoken as words. Null if there is none, as for
 * the words that stand for code.
 */
function spokenStatement(turn: number, sentence: string, from: number): number | null {
  const texts: string[] = [];
  const spans = document.querySelectorAll<HTMLElement>(`[data-turn="${turn}"] [data-statement]`);
  for (const { dataset, textContent } of spans) {
    const number = Number(dataset.statement);
    texts[number] = (texts[number] ?? '') + bare(textContent);
  }
  const wanted = bare(sentence);
  if (wanted === '') return null;
  const ends = [wanted.slice(0, END_LENGTH), wanted.slice(-END_LENGTH)];
  const found = texts.flatMap((text, number) => (ends.some((end) => text.includes(end)) ? number : []));
  return found.find((number) => number >= from) ?? found[0] ?? null;
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

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
function createListening(store: Store, ask: (question: string) => void): () => void {
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

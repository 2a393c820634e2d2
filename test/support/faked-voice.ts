import type { Page } from 'playwright-core';

/** The page's calls to the browser's speech output and input, in order. */
type FakedVoice = {
  /** Ends the utterance that is being spoken. */
  endUtterance(): Promise<void>;
  /** The calls so far: `speak TEXT (LANGUAGE)`, with the speed if it is not 1, and `cancel`. */
  said(): Promise<string[]>;
  /** Lets the recognition hear a text; `isOver` ends it, as when a speaker stops. */
  hear(text: string, isOver: boolean): Promise<void>;
  /** Whether the recognition runs. */
  isListening(): Promise<boolean>;
  /** The language (BCP 47) of the recognition; empty if it is not running. */
  languageOfEars(): Promise<string>;
  /** Ends the recognition with an error (`error` of SpeechRecognitionErrorEvent). */
  fail(error: string): Promise<void>;
};

/**
 * Replaces the browser's speech output and input in every document of the page with one that the test
 * controls.
 */
export async function fakeVoice(page: Page): Promise<FakedVoice> {
  await page.addInitScript(replaceVoice);
  const call = <T>(name: string, ...values: readonly unknown[]): Promise<T> =>
    page.evaluate(([method, args]): T => Reflect.apply(Reflect.get(window, method), null, args), [
      name,
      values,
    ] as const);
  return {
    endUtterance: () => call('endUtterance'),
    said: () => call('whatWasSaid'),
    hear: (text, isOver) => call('hear', text, isOver),
    isListening: () => call('isListening'),
    languageOfEars: () => call('languageOfEars'),
    fail: (error) => call('fail', error),
  };
}

/** Runs in the page before its own script. */
function replaceVoice() {
  const said: string[] = [];
  let current: SpeechSynthesisUtterance | null = null;
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      speak(utterance: SpeechSynthesisUtterance) {
        current = utterance;
        const speed = utterance.rate === 1 ? '' : ` ×${utterance.rate}`;
        said.push(`speak ${utterance.text} (${utterance.lang})${speed}`);
        utterance.onstart?.(new Event('start') as SpeechSynthesisEvent);
      },
      getVoices: () => [],
      cancel() {
        said.push('cancel');
        const cancelled = current;
        current = null;
        cancelled?.onerror?.(new Event('error') as SpeechSynthesisErrorEvent);
      },
    },
  });

  class Recognition {
    onresult: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    lang = '';
    start() {
      running = this;
    }
    stop() {
      running = null;
      this.onend?.();
    }
  }
  let running: Recognition | null = null;
  Object.assign(window, {
    SpeechRecognition: Recognition,
    whatWasSaid: () => said,
    isListening: () => running !== null,
    languageOfEars: () => running?.lang ?? '',
    fail(error: string) {
      running?.onerror?.({ error });
      running?.stop();
    },
    endUtterance() {
      const ended = current;
      current = null;
      ended?.onend?.(new Event('end') as SpeechSynthesisEvent);
    },
    hear(text: string, isOver: boolean) {
      running?.onresult?.({ results: [[{ transcript: text }]] });
      if (isOver) running?.stop();
    },
  });
}

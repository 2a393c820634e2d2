/** What is known of whether a back-end understands whole questions, or wants nothing but keywords. */
export type QuestionSense = {
  /** Says what to begin the next search with; counts as the beginning of one. */
  next(): 'question' | 'keywords';
  /** The question as it stands found something. */
  understood(): void;
  /** The question as it stands found nothing, and fewer of its words did. */
  misunderstood(): void;
};

/** So many in a row may be chance before keywords go first: an engine that understands questions misses few. */
const MISSES = 3;
/** Every so manieth search begins with the question again, for the engines behind an instance change. */
const PROBE_EVERY = 20;

/** Nothing is known yet, so the question goes first. */
export function createQuestionSense(): QuestionSense {
  let misses = 0;
  let searches = 0;
  return {
    next() {
      if (misses < MISSES) return 'question';
      searches = (searches + 1) % PROBE_EVERY;
      return searches === 0 ? 'question' : 'keywords';
    },
    understood() {
      misses = 0;
      searches = 0;
    },
    misunderstood() {
      misses++;
    },
  };
}

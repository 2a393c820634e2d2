const CLASSES: ReadonlySet<string> = new Set(
  (
    'active active-view-transition active-view-transition-type after any-link autofill before blank buffering checked closed ' +
    'current default defined dir disabled empty enabled first first-child first-letter first-line first-of-type focus focus-visible ' +
    'focus-within fullscreen future has has-slotted heading host host-context hover in-range indeterminate interest-source ' +
    'interest-target invalid is lang last-child last-of-type left link local-link modal muted not nth-child nth-col nth-last-child ' +
    'nth-last-col nth-last-of-type nth-of-type only-child only-of-type open optional out-of-range past paused picture-in-picture ' +
    'placeholder-shown playing popover-open read-only read-write required right root scope seeking stalled state target ' +
    'target-after target-before target-current target-within user-invalid user-valid valid visited volume-locked where ' +
    'window-inactive horizontal vertical decrement increment start end double-button single-button no-button corner-present ' +
    '-internal-autofill-selected -webkit-any -webkit-any-link -webkit-autofill -webkit-autofill-selected -webkit-full-screen ' +
    '-webkit-drag -webkit-full-page-media xr-overlay'
  ).split(' '),
);
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'after backdrop before checkmark column cue cue-region details-content file-selector-button first-letter first-line ' +
    'grammar-error highlight marker part picker picker-icon placeholder scroll-button scroll-marker scroll-marker-group ' +
    'search-text selection slotted spelling-error target-text view-transition view-transition-group view-transition-group-children ' +
    'view-transition-image-pair view-transition-new view-transition-old'
  ).split(' '),
);
/** Escapes, attributes and strings, in which a colon means nothing, and the lists that pass over what they do not know. */
const NOT_MEANT = /\\[\s\S]|\[[^\]]*\]|"[^"]*"|'[^']*'/g;
const FORGIVING = /:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/gi;
const PSEUDO = /(::?)([-\w]+)/g;

/** Whether a browser knows all pseudo-classes and -elements in a selector list: one that it does not know spoils all of it. */
export function isKnownList(selectors: string): boolean {
  if (!selectors.includes(':')) return true;
  const meant = selectors.replace(NOT_MEANT, '').replace(FORGIVING, '');
  for (const [, colons, name = ''] of meant.matchAll(PSEUDO)) {
    const lower = name.toLowerCase();
    const isKnown = colons === ':' ? CLASSES.has(lower) : ELEMENTS.has(lower) || lower.startsWith('-webkit-');
    if (!isKnown) return false;
  }
  return true;
}

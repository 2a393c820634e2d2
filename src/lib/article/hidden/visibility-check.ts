import type { Styles } from './box.ts';
import { createCascade } from './cascade.ts';
import { type ComputedStyle, initialStyle, isTextUnseen, revealedStyle, styleOf } from './computed-style.ts';
import { createControls } from './controls.ts';
import { type Declaration, readDeclarations } from './declarations.ts';
import { appliesOnScreen } from './media-query.ts';
import { createRuleIndex } from './rule-index.ts';
import type { StepBudget } from './selector-compiler.ts';
import type { StyledElement } from './styled-element.ts';

/**
 * The visibility of an element for a person: `seen`; `blank` if its own text is invisible but an element in
 * it may be visible (`visibility`, `font-size`, `color`); `gone` if nothing in it can be visible.
 */
export type ElementVisibility = 'seen' | 'blank' | 'gone';

/** Decides which elements of one page a person sees. */
export type VisibilityCheck = {
  readonly visibilityOf: (element: StyledElement) => ElementVisibility;
  /** From now on, the element counts as visible, and so does its content unless something inside hides it. */
  readonly reveal: (element: StyledElement) => void;
};

/** Elements whose content is not shown as text by browsers that run scripts. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
  (
    'annotation annotation-xml applet area audio base canvas datalist defs desc embed frameset head iframe ' +
    'link meta metadata noembed noframes noscript object param rp script select source style symbol ' +
    'template textarea title track video'
  ).split(' '),
);
/** Names of hiding classes in widely used style sheets; they count if a page links style sheets. */
const HIDING_CLASSES =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|element-invisible|a11y-hidden)(?:\s|$)/;
/** The maximum number of steps for one page. Beyond it, nothing more counts as visible. */
const MAX_STEPS = 3_000_000;

/** The properties that close a panel; a click changes them. */
const CLOSING: ReadonlySet<string> = new Set([
  'display',
  'visibility',
  'height',
  'max-height',
  'content-visibility',
]);

/** Decides which elements a person would see (docs/hidden-text.md). Never throws; time is limited. */
export function createVisibilityCheck(root: StyledElement): VisibilityCheck {
  const { sheets, knowsAllSheets, names, controls } = surroundingsOf(root);
  const budget: StepBudget = { steps: MAX_STEPS };
  const rulesFor = createRuleIndex(sheets, names, budget);
  const cascade = createCascade();
  const outside = initialStyle(knowsAllSheets);
  let computedStyles = new Map<StyledElement, ComputedStyle>();
  const shown = new Set<StyledElement>();
  const hasShownText = showsText(learn, budget);

  function learn(element: StyledElement): ComputedStyle {
    const cached = computedStyles.get(element);
    if (cached !== undefined) return cached;
    const outer = element.parent === null ? outside : learn(element.parent);
    let style = outer;
    if (shown.has(element)) style = revealedStyle(outer);
    else if (!outer.isGone) style = find(element, outer);
    computedStyles.set(element, style);
    return style;
  }

  function find(element: StyledElement, outer: ComputedStyle): ComputedStyle {
    const opens = controls.open(element, hasShownText);
    if (budget.steps < 0 || isHiddenByItself(element, knowsAllSheets, opens))
      return { ...outer, isGone: true };
    const rules = rulesFor(element);
    const inline = inlineDeclarations(element);
    if (rules.length === 0 && inline.length === 0 && !isStyledByItself(element)) return outer;
    const { styles, variables, cost } = cascade(rules, inline, outer.variables);
    budget.steps -= cost;
    if (budget.steps < 0) return { ...outer, isGone: true };
    if (opens) return { ...styleOf(element, withoutClosing(styles), outer), variables };
    return { ...closedStyle(element, styles, outer), variables };
  }

  return {
    visibilityOf(element) {
      try {
        return visibilityWith(learn(element));
      } catch {
        // Thrown when all steps are used up.
        return 'gone';
      }
    },
    reveal(element) {
      if (!NEVER_SHOWN.has(element.tag)) shown.add(element);
      computedStyles = new Map();
    },
  };
}

function visibilityWith(style: ComputedStyle): ReturnType<VisibilityCheck['visibilityOf']> {
  if (style.isGone) return 'gone';
  return isTextUnseen(style) ? 'blank' : 'seen';
}

function inlineDeclarations({ attributes: { style = '' } }: StyledElement): readonly Declaration[] {
  return style === '' ? [] : readDeclarations(style);
}

function closedStyle(element: StyledElement, styles: Styles, outer: ComputedStyle): ComputedStyle {
  const isGone = isShut(element) && !styles.has('display');
  return { ...styleOf(element, styles, outer), ...(isGone && { isGone }) };
}

function withoutClosing(styles: Styles): Styles {
  return new Map([...styles].filter(([property]) => !CLOSING.has(property)));
}

/** Decides whether a person sees a letter or digit of an element. */
function showsText(
  style: (element: StyledElement) => ComputedStyle,
  budget: StepBudget,
): (element: StyledElement) => boolean {
  return function isShown(element: StyledElement): boolean {
    const ownStyle = style(element);
    if (ownStyle.isGone || --budget.steps < 0) return false;
    const isSeen = !isTextUnseen(ownStyle);
    return element.children.some((child) =>
      typeof child === 'string' ? isSeen && /[\p{L}\p{N}]/u.test(child) : isShown(child),
    );
  };
}

/** The style sheets in a page, and the names to which their rules can refer, collected in one pass. */
function surroundingsOf(root: StyledElement) {
  const sheets: string[] = [];
  const lists = new Set<string>();
  const ids = new Set<string>();
  const controls = createControls();
  let knowsAllSheets = true;
  const visit = (element: StyledElement) => {
    const { tag, attributes } = element;
    if (attributes.class !== undefined) lists.add(attributes.class);
    if (attributes.id !== undefined) ids.add(attributes.id);
    controls.add(element);
    if (tag === 'style' && isCss(attributes)) sheets.push(element.children.join(''));
    else if (tag === 'link' && isStyleLink(attributes)) knowsAllSheets = false;
    // Elements in which a browser that runs scripts ignores style sheets.
    if (tag === 'noscript' || tag === 'template') return;
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(root);
  const classes = new Set(Array.from(lists).flatMap((list) => list.split(/\s+/)));
  knowsAllSheets &&= !sheets.some((css) => /@import\b/i.test(css));
  return { sheets, knowsAllSheets, names: { classes, ids }, controls };
}

function isCss({ type = '', media = '' }: StyledElement['attributes']): boolean {
  return /^\s*(?:text\/css\s*(?:;.*)?)?$/i.test(type) && appliesOnScreen(media);
}

function isStyleLink({ rel = '', disabled }: StyledElement['attributes']): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(rel) && !/alternate/i.test(rel) && disabled === undefined;
}

function isHiddenByItself(
  { tag, attributes }: StyledElement,
  knowsAllSheets: boolean,
  opens: boolean,
): boolean {
  const isHidingClass = !knowsAllSheets && HIDING_CLASSES.test(attributes.class ?? '');
  const isSilent = /^true$/i.test(attributes['aria-hidden'] ?? '');
  return NEVER_SHOWN.has(tag) || isHidingClass || (isSilent && !opens);
}

/** Whether an element stays hidden until a script opens it. Style rules can still display it. */
function isShut({ tag, attributes }: StyledElement): boolean {
  if (attributes.hidden !== undefined || attributes.popover !== undefined) return true;
  return tag === 'dialog' && attributes.open === undefined;
}

/** Whether an element is styled even without a style sheet. */
function isStyledByItself(element: StyledElement): boolean {
  const { tag, attributes } = element;
  if (tag === 'a' || tag === 'mark' || tag === 'font' || tag === 'body') return true;
  return isShut(element) || attributes.bgcolor !== undefined || attributes.background !== undefined;
}

import type { StyledElement } from './styled-element.ts';

/** The controls of a page, and the panels that they open. */
export type Controls = {
  /** Takes note of an element if it is a control; call it for every element of the page. */
  readonly add: (element: StyledElement) => void;
  /** Whether a control outside an element opens it; `showsText` says whether a person sees a control. */
  readonly open: (panel: StyledElement, showsText: (control: StyledElement) => boolean) => boolean;
};

const CONTROL_ROLES: ReadonlySet<string> = new Set(['button', 'tab', 'link']);
const CONTROL_TAGS: ReadonlySet<string> = new Set(['button', 'a', 'summary']);
/** Roles of elements that open in front of the page, and so are not a part of its text. */
const LAYERS: ReadonlySet<string> = new Set(['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip']);
/** The maximum number of controls of one panel that are examined. */
const MAX_CONTROLS = 4;
const NONE: readonly StyledElement[] = [];

/** Collects the controls that open parts: tabs (`role="tab"`), `aria-expanded`, `aria-controls`. */
export function createControls(): Controls {
  const byPanel = new Map<string, StyledElement[]>();
  const tabs = new Map<string, StyledElement>();
  /** The panels whose controls are being examined: the control of a panel may itself be in a panel. */
  const asked = new Set<StyledElement>();
  const controlsOf = ({ attributes }: StyledElement): readonly StyledElement[] => {
    const { id, role, 'aria-labelledby': label } = attributes;
    if (role !== undefined && LAYERS.has(role)) return NONE;
    const found = id === undefined ? NONE : (byPanel.get(id) ?? NONE);
    const tab = role === 'tabpanel' && label !== undefined ? tabs.get(label.trim()) : undefined;
    return tab === undefined ? found : [...found, tab];
  };
  return {
    add(element) {
      const { role, 'aria-controls': panels } = element.attributes;
      const isTab = role === 'tab';
      if (panels === undefined && !isTab) return;
      const { id, 'aria-expanded': expanded } = element.attributes;
      if (isTab && id !== undefined) tabs.set(id, element);
      if (panels === undefined || !(isTab || expanded !== undefined) || !isControl(element)) return;
      for (const panel of panels.split(/\s+/)) {
        const existing = byPanel.get(panel);
        if (existing === undefined) byPanel.set(panel, [element]);
        else if (existing.length < MAX_CONTROLS) existing.push(element);
      }
    },
    open(panel, showsText) {
      if (byPanel.size + tabs.size === 0) return false;
      const found = controlsOf(panel).filter((control) => !isInside(control, panel));
      if (found.length === 0 || asked.has(panel)) return false;
      asked.add(panel);
      const isOpened = found.some(showsText);
      asked.delete(panel);
      return isOpened;
    },
  };
}

function isControl({ tag, attributes }: StyledElement): boolean {
  const { role, 'aria-haspopup': popUp = 'false' } = attributes;
  return popUp === 'false' && (role === undefined ? CONTROL_TAGS.has(tag) : CONTROL_ROLES.has(role));
}

function isInside(element: StyledElement, other: StyledElement): boolean {
  for (let at: StyledElement | null = element; at !== null; at = at.parent) if (at === other) return true;
  return false;
}

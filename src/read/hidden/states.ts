import type { StyledElement } from './styled-element.ts';

/** What a pseudo-class asks of an element that nobody has touched yet. */
type Test = (element: StyledElement) => boolean;

const FIELDS: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);
const CAN_BE_DISABLED: ReadonlySet<string> = new Set([...FIELDS, 'button', 'option', 'optgroup', 'fieldset']);
/** Inputs without text in them, and those that nobody fills in. */
const NOT_WRITTEN_IN = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/i;
const NOT_FILLED_IN = /^(?:button|hidden|image|reset|submit)$/i;

const states = ({ attributes }: StyledElement, name: string) => attributes[name] !== undefined;
const isField: Test = ({ tag }) => FIELDS.has(tag);
const isLink: Test = (element) => /^(?:a|area)$/.test(element.tag) && states(element, 'href');
const isChecked: Test = (element) =>
  element.tag === 'input'
    ? states(element, 'checked')
    : element.tag === 'option' && states(element, 'selected');
const isWritable: Test = (element) => {
  if (/^(?:|true|plaintext-only)$/i.test(element.attributes.contenteditable ?? 'no')) return true;
  const isText = element.tag === 'input' && !NOT_WRITTEN_IN.test(element.attributes.type ?? '');
  return (
    (isText || element.tag === 'textarea') && !states(element, 'readonly') && !states(element, 'disabled')
  );
};
const isFilledIn: Test = (element) =>
  isField(element) &&
  !NOT_FILLED_IN.test(element.attributes.type ?? '') &&
  !states(element, 'disabled') &&
  !states(element, 'readonly');
const isBlank: Test = ({ tag, attributes, children }) =>
  tag === 'input' ? (attributes.value ?? '') === '' : tag === 'textarea' && children?.length === 0;
const lacksValue: Test = (element) => states(element, 'required') && isBlank(element);

const TESTS: ReadonlyMap<string, Test> = new Map(
  Object.entries({
    'any-link': isLink,
    link: isLink,
    defined: () => true,
    enabled: (element) => CAN_BE_DISABLED.has(element.tag) && !states(element, 'disabled'),
    disabled: (element) => CAN_BE_DISABLED.has(element.tag) && states(element, 'disabled'),
    checked: isChecked,
    default: isChecked,
    open: (element) => /^(?:details|dialog)$/.test(element.tag) && states(element, 'open'),
    required: (element) => isField(element) && states(element, 'required'),
    optional: (element) => isField(element) && !states(element, 'required'),
    'read-write': isWritable,
    'read-only': (element) => !isWritable(element),
    'placeholder-shown': (element) => states(element, 'placeholder') && isBlank(element),
    invalid: (element) => isFilledIn(element) && lacksValue(element),
    valid: (element) => isFilledIn(element) && !lacksValue(element),
    empty: ({ children }) => children?.length === 0,
  } satisfies Record<string, Test>),
);

/** What a pseudo-class asks of one element, in a page that has loaded; undefined for one that asks something else. */
export function stateTest(pseudoClass: string): Test | undefined {
  return TESTS.get(pseudoClass);
}

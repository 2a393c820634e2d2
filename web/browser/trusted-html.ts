/** The elements an answer may contain. All others are dropped with their content. */
export const allowedElements: readonly string[] = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'b', 'i', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'span', 'kbd', 'q', 'cite'],
];

/** The elements of formulas (MathML). They have no addresses and no behaviour. */
export const allowedMathElements: readonly string[] = [
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt'],
  ...['mroot', 'mover', 'munder', 'munderover', 'mtable', 'mtr', 'mtd', 'mpadded', 'mphantom', 'mstyle'],
];

/** The attributes they may have. All elements may have those of `allowedAttributes`. */
export const allowedMathAttributes: readonly string[] = [
  ...['display', 'displaystyle', 'scriptlevel', 'form', 'fence', 'stretchy', 'symmetric', 'largeop'],
  ...['movablelimits', 'lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset'],
  ...['mathvariant', 'accent', 'accentunder', 'linethickness'],
];

/** The namespace of MathML. */
const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** The attributes that elements of HTML may have. `href` is kept only with a scheme of `allowedSchemes`. */
export const allowedAttributes: readonly string[] = [
  ...['href', 'rel', 'class', 'title', 'lang', 'dir', 'start', 'align', 'aria-label'],
  ...['colspan', 'rowspan', 'scope', 'data-statement'],
];

/** The classes they may have; with other classes, an answer could look like a part of the page. */
const allowedClasses = /^(?:citation|language-\S+)$/;

/** The schemes a link may have. */
export const allowedSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];

type Policy = { createHTML(html: string): string };
type PolicyFactory = { createPolicy<Rules extends object>(name: string, rules: Rules): Rules };
type AllowedElement = string | { name: string; namespace: string; attributes: string[] };
type SafeSetter = {
  setHTML(html: string, options: { sanitizer: { elements: AllowedElement[]; attributes: string[] } }): void;
};

declare global {
  // TypeScript's DOM library does not include trusted types, so a TrustedHTML or TrustedScriptURL is declared
  // as its text.
  var trustedTypes: PolicyFactory | undefined;
}

// The page's CSP allows this policy and the one for registering the worker. The result is parsed into an
// inert document, never into the page.
const policy: Policy = globalThis.trustedTypes?.createPolicy('sayso', { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

const mathElements: readonly AllowedElement[] = allowedMathElements.map((name) => ({
  name,
  namespace: MATH_NAMESPACE,
  attributes: [...allowedMathAttributes],
}));

/**
 * Puts HTML from the service into the element. The service has sanitised it; this is a second barrier: the
 * page's own allow-list, applied by the browser's sanitizer (`setHTML`) if it has one, otherwise by copying
 * the allowed nodes.
 */
export function setTrustedHtml(element: Element, html: string): void {
  if (canSetSafely(element)) {
    const elements = [...allowedElements, ...mathElements];
    element.setHTML(html, { sanitizer: { elements, attributes: [...allowedAttributes] } });
  } else {
    const inert = new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
    element.replaceChildren(...copyAllowed(inert.body));
  }
  for (const link of element.querySelectorAll('[href]')) dropUnsafeLink(link);
  for (const marked of element.querySelectorAll('[data-statement]')) dropForeignNumber(marked);
  for (const styled of element.querySelectorAll('[class]')) dropForeignClasses(styled);
}

function canSetSafely(element: Element): element is Element & SafeSetter {
  return 'setHTML' in element;
}

function copyAllowed(parent: Node): Node[] {
  return Array.from(parent.childNodes).flatMap((child): Node[] => {
    if (child instanceof Text) return [document.createTextNode(child.data)];
    if (!(child instanceof Element)) return [];
    const { localName, namespaceURI } = child;
    const isMath = namespaceURI === MATH_NAMESPACE;
    if (!(isMath ? allowedMathElements : allowedElements).includes(localName)) return [];
    const copy = isMath
      ? document.createElementNS(MATH_NAMESPACE, localName)
      : document.createElement(localName);
    for (const { name, value } of child.attributes) {
      if ((isMath ? allowedMathAttributes : allowedAttributes).includes(name)) copy.setAttribute(name, value);
    }
    copy.append(...copyAllowed(child));
    return [copy];
  });
}

/**
 * `setHTML` removes only `javascript:` addresses. Relative addresses would point into the page, so they are
 * removed as well.
 */
function dropUnsafeLink(element: Element): void {
  const target = element.getAttribute('href');
  if (target === null) return;
  const scheme = URL.canParse(target) ? new URL(target).protocol : '';
  if (!allowedSchemes.includes(scheme)) element.removeAttribute('href');
}

/** The marks of statements have numbers, and are on elements that look like the text around them. */
function dropForeignNumber(element: Element): void {
  const number = element.getAttribute('data-statement') ?? '';
  if (element.localName !== 'span' || !/^\d{1,5}$/.test(number)) element.removeAttribute('data-statement');
}

function dropForeignClasses(element: Element): void {
  const foreign = Array.from(element.classList).filter((name) => !allowedClasses.test(name));
  element.classList.remove(...foreign);
}

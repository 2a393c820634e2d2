const UNSAFE = /[&<>"']/;
const UNSAFE_EACH = /[&<>"']/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text as it must stand in HTML or XML, between tags as well as in a quoted attribute. */
export function escapeHtml(text: string): string {
  return UNSAFE.test(text) ? text.replace(UNSAFE_EACH, (char) => ENTITIES[char] ?? '') : text;
}

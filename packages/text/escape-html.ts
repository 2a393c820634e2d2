const UNSAFE = /[&<>"']/;
const UNSAFE_EACH = /[&<>"']/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML or XML, both between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return UNSAFE.test(text) ? text.replace(UNSAFE_EACH, (char) => ENTITIES[char] ?? '') : text;
}

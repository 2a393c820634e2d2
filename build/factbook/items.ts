/** Text such as "seats by party - NA". */
const WITHOUT_VALUE = /(?:^|[-:] ?)\$?NA\.?$/;

/** The items of a value, separated by semicolons outside brackets, without empty ones. */
export function itemsOf(value: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of value.matchAll(/[()[\];]/g)) {
    if (sign === '(' || sign === '[') depth++;
    else if (sign !== ';') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      items.push(value.slice(start, index));
      start = index + 1;
    }
  }
  return [...items, value.slice(start)]
    .map((item) => item.trim())
    .filter((item) => item !== '' && !WITHOUT_VALUE.test(item));
}

import { h, render, type VNode } from 'preact';

/** Icons of one size and one stroke; each is a path in a square of 20. */
const PATHS = {
  back: 'M12 5l-5 5 5 5',
  again: 'M16.5 3.5v4h-4M16 7.5A6.5 6.5 0 1 0 16.5 11',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  done: 'M4 10.5l4 4 8-9',
  edit: 'M3.5 16.5l1-4 9-9 3 3-9 9z',
  forward: 'M8 5l5 5-5 5',
  history: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6v4.5l3 1.5',
  link: 'M8 12l4-4M9.5 5.5l1.5-2a3.5 3.5 0 0 1 5.5 5.5l-2 1.5M10.5 14.5l-1.5 2A3.5 3.5 0 0 1 3.5 11l2-1.5',
  listen: 'M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10',
  microphone:
    'M10 2.5a2.5 2.5 0 0 1 2.5 2.5v4.5a2.5 2.5 0 0 1-5 0V5A2.5 2.5 0 0 1 10 2.5zM4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5',
  save: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  settings:
    'M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM10 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM10 4V1.5M10 18.5V16' +
    'M4 10H1.5M18.5 10H16M5.8 5.8L4 4M16 16l-1.8-1.8M5.8 14.2L4 16M16 4l-1.8 1.8',
} as const;

export type IconName = keyof typeof PATHS;

/** The drawing on a button, whose label is elsewhere. */
export function Icon({ name }: { name: IconName }): VNode {
  return h(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    h('path', { d: PATHS[name] }),
  );
}

/** The same for a button that is not drawn by Preact. */
export function drawIcon(button: Element, name: IconName): void {
  render(h(Icon, { name }), button);
}

import type { Bundle } from './bundle.ts';

/**
 * The manifest that makes the page an app (W3C Web Application Manifest): installable, and a target for
 * sharing texts and links. All addresses are relative, so that it also works behind a path prefix.
 */
export function toAppManifest({ icon, icon192, icon512, maskable }: Bundle): object {
  return {
    id: './',
    name: 'Sayso',
    short_name: 'Sayso',
    description: 'Ask a question; get an answer you can read, hear and check.',
    lang: 'en',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    categories: ['productivity', 'utilities'],
    icons: [
      { src: icon, type: 'image/svg+xml', sizes: 'any' },
      { src: icon192, type: 'image/png', sizes: '192x192' },
      { src: icon512, type: 'image/png', sizes: '512x512' },
      { src: maskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
    share_target: {
      action: './',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const LINK = /<link rel="stylesheet"[^>]*>/g;

/**
 * Names the file with the styles of all pages first, for those of single parts change them. Without it, the order depends
 * on how modules are merged to files.
 */
const commonStylesFirst: Plugin = {
  name: 'common-styles-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const common = Object.values(bundle).find(
        (file) => file.type === 'asset' && String(file.source).includes('--accent-soft:'),
      );
      const links = (html.match(LINK) ?? []).toSorted(
        (one, other) =>
          Number(other.includes(`${common?.fileName}`)) - Number(one.includes(`${common?.fileName}`)),
      );
      return html.replaceAll(LINK, () => links.shift() ?? '');
    },
  },
};

/** The pages load their assets from `/web/`, by names that hold a hash of the content. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/web/',
  plugins: [react(), commonStylesFirst],
  build: {
    outDir: resolve(import.meta.dirname, '../dist-web'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: URLs
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000, // kB; a third of it is sent, compressed
    rolldownOptions: {
      // What pages share is loaded in few files: a browser asks for six at a time, and 66 small ones took it half a second.
      output: {
        strictExecutionOrder: true, // modules of merged files would otherwise run before what they import
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              tags: ['$initial'],
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 400_000, // bytes
            },
          ],
        },
      },
      input: ['editor.html', 'view.html', 'dashboard.html'].map((page) => resolve(import.meta.dirname, page)),
    },
  },
});

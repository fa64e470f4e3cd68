import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages load their assets from `/web/`, by names that hold a hash of the content. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/web/',
  plugins: [react()],
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

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { linksOutside } from './more.js';
import sidebar from './sidebar.json' with { type: 'json' };

/** Vue would evaluate the placeholders of templates. */
const withoutExpressions = (md) => {
  const render = md.renderer.render.bind(md.renderer);
  md.renderer.render = (...tokens) => render(...tokens).replaceAll('{{', '&#123;&#123;');
};

/** Headings have the anchors that other viewers of Markdown give them. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** What is searched of a page: some are for those who work on the project. */
const searched = (source, env, md) =>
  /^(?:adr\/|benchmarks|ports|glossary)/.test(env.relativePath) ? '' : md.render(source, env);

export default defineConfig({
  title: 'Framewright',
  description: 'Self-hosted service that turns JSON into video',
  base: '/guide/',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  outDir: '../dist-guide',
  cleanUrls: true,
  metaChunk: true,
  srcExclude: ['generate/**'],
  buildEnd: ({ outDir }) => copyFile(join(import.meta.dirname, '../film.mp4'), join(outDir, 'film.mp4')),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    html: false,
    attrs: { disable: true },
    anchor: { slugify },
    config: (md) => {
      withoutExpressions(md);
      linksOutside(md);
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: searched,
        miniSearch: { searchOptions: { fuzzy: 0.1, boost: { title: 8, text: 2, titles: 4 } } },
      },
    },
  },
});

import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './accessible.css';

/** The pages of the service beside the guide. Links in `nav` would lead into `/guide`; the target avoids the router. */
const pagesOfTheService = () =>
  Object.entries({ Dashboard: '/dashboard', API: '/docs' }).map(([text, href]) =>
    h('a', { class: 'page-of-the-service', href, target: '_self' }, text),
  );

export default {
  ...DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': pagesOfTheService,
      'nav-screen-content-after': pagesOfTheService,
    }),
};

import { posix } from 'node:path';

/** Files outside of docs/ that are pages of the site, under `/guide/more`. */
export const MORE = {
  'CHANGELOG.md': 'changelog',
  'clients/typescript/README.md': 'typescript-client',
  'clients/n8n/README.md': 'n8n-nodes',
};

/** What a link outside of docs/ leads to on the site: a page, or nothing. Undefined for all other links. */
const outside = (page, href) => {
  if (/^(?:[a-z]+:|[#/])/.test(href)) return undefined;
  const [path = '', anchor] = posix.join('docs', posix.dirname(page), href).split('#');
  if (path.startsWith('docs/')) return undefined;
  const name = MORE[path];
  return { href: name && `/more/${name}${anchor ? `#${anchor}` : ''}` };
};

/** Leads links to files outside of docs/ to their pages. Those to the sources become text, as the site has no sources. */
export const linksOutside = (md) => {
  md.core.ruler.push('links-outside', ({ tokens, env }) => {
    let isText = false;
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'link_open') {
        const found = outside(env.relativePath ?? '', token.attrGet('href'));
        isText = found !== undefined && found.href === undefined;
        if (found?.href) token.attrSet('href', found.href);
        if (isText) Object.assign(token, { type: 'text', content: '' });
      } else if (token.type === 'link_close' && isText) Object.assign(token, { type: 'text', content: '' });
  });
};

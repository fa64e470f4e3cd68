import { gzipSync } from 'node:zlib';
import type { Canaries } from './canaries.js';
import { casesOf, type HostileCase } from './hostile-case.js';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const HARMLESS_RECT = '<rect width="64" height="64" fill="rgb(0,160,0)"/>';

const svg = (content: string, size = 'width="64" height="64"', prologue = ''): string =>
  `${prologue}<svg ${NAMESPACES} ${size}>${content}</svg>`;

/** Each level uses the previous one `width` times: `width` to the power of `levels` elements in a few lines. */
const usePyramid = (levels: number, width: number): string => {
  const level = (n: number) =>
    `<g id="g${n}">${n === 0 ? '<rect width="1" height="1"/>' : `<use xlink:href="#g${n - 1}"/>`.repeat(width)}</g>`;
  return `<defs>${Array.from({ length: levels }, (_, n) => level(n)).join('')}</defs><use xlink:href="#g${levels - 1}"/>`;
};

const laughs = (levels: number): string =>
  `<!DOCTYPE svg [<!ENTITY l0 "ha">${Array.from({ length: levels }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]>`;

const blur = (deviation: number, area: string): string =>
  `<filter id="f" ${area}><feGaussianBlur stdDeviation="${deviation}"/></filter><rect width="64" height="64" filter="url(#f)"/>`;

/** Drawings that refer to other files and URLs: none of these may show, but the harmless parts may. */
const references = ({ png, svg: canarySvg, mp4, text, url }: Canaries): Readonly<Record<string, string>> => ({
  'image-absolute': svg(`${HARMLESS_RECT}<image xlink:href="${png}" width="64" height="64"/>`),
  'image-file-url': svg(`${HARMLESS_RECT}<image href="file://${png}" width="64" height="64"/>`),
  'image-relative': svg(
    `${HARMLESS_RECT}<image href="../../../../../../../../..${png}" width="64" height="64"/>`,
  ),
  'image-http': svg(`${HARMLESS_RECT}<image href="${url}/x.png" width="64" height="64"/>`),
  'image-video': svg(`${HARMLESS_RECT}<image href="${mp4}" width="64" height="64"/>`),
  'use-other-file': svg(`${HARMLESS_RECT}<use href="${canarySvg}#canary" width="64" height="64"/>`),
  'use-http': svg(`${HARMLESS_RECT}<use href="${url}/x.svg#canary"/>`),
  'fe-image': svg(
    `<filter id="f"><feImage href="file://${png}" width="64" height="64"/><feMerge><feMergeNode/></feMerge></filter>
     ${HARMLESS_RECT}<g filter="url(#f)"><rect width="1" height="1"/></g>`,
  ),
  'css-import': svg(
    `<style>@import url("${url}/x.css"); @import url("file://${text}");</style>${HARMLESS_RECT}`,
  ),
  'css-url': svg(`<style>rect { mask: url("${url}/m.svg#m"); }</style>${HARMLESS_RECT}`),
  'font-face': svg(
    `<style>@font-face { font-family: x; src: url("${url}/x.ttf"); }</style>${HARMLESS_RECT}
     <text y="60" font-family="x" font-size="4">x</text>`,
  ),
  stylesheet: svg(HARMLESS_RECT, undefined, `<?xml-stylesheet href="${url}/x.css" type="text/css"?>`),
  script: svg(`<script href="${url}/x.js"/><script>fetch("${url}")</script>${HARMLESS_RECT}`),
  'foreign-object': svg(
    `${HARMLESS_RECT}<foreignObject width="64" height="64"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}"/></foreignObject>`,
  ),
  'nested-data': svg(
    `${HARMLESS_RECT}<image width="64" height="64" href="data:image/svg+xml;base64,${Buffer.from(
      svg(`<image href="file://${png}" width="64" height="64"/>`),
    ).toString('base64')}"/>`,
  ),
});

/** Declarations that librsvg and libxml2 might follow into other files. */
const declarations = ({ png, text, url }: Canaries): Readonly<Record<string, string>> => ({
  'external-entity': svg(
    '<text y="20">&x;</text>',
    undefined,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${text}">]>`,
  ),
  'external-entity-http': svg(
    '<text y="20">&x;</text>',
    undefined,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}/x">]>`,
  ),
  'external-dtd': svg(HARMLESS_RECT, undefined, `<!DOCTYPE svg SYSTEM "${url}/x.dtd">`),
  'parameter-entity': svg(HARMLESS_RECT, undefined, `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${url}/x"> %p;]>`),
  'x-include': svg(
    `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${text}" parse="text"/>
     <text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${png}" parse="text"/></text>`,
  ),
  'entity-laughs': svg('<text y="20">&l9;</text>', undefined, laughs(9)),
  'entity-loop': svg(
    '<text y="20">&a;</text>',
    undefined,
    '<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>',
  ),
});

/** Small drawings that take forever or fill the memory. */
const bombs: Readonly<Record<string, string>> = {
  'use-bomb': svg(usePyramid(12, 12)),
  'use-bomb-wide': svg(usePyramid(5, 60)),
  'use-loop': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  'pattern-bomb': svg(
    `<defs>${Array.from(
      { length: 8 },
      (_, n) =>
        `<pattern id="p${n}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="${n === 0 ? 'red' : `url(#p${n - 1})`}"/></pattern>`,
    ).join('')}</defs><rect width="64" height="64" fill="url(#p7)"/>`,
  ),
  'blur-bomb': svg(blur(1e6, 'x="-1e4" y="-1e4" width="2e4" height="2e4"'), 'width="16000" height="16000"'),
  'turbulence-bomb': svg(
    '<filter id="f" width="100%" height="100%"><feTurbulence numOctaves="100000" baseFrequency="0.01"/></filter><rect width="9000" height="9000" filter="url(#f)"/>',
    'width="9000" height="9000"',
  ),
  'morphology-bomb': svg(
    '<filter id="f"><feMorphology radius="4000"/></filter><rect width="9000" height="9000" filter="url(#f)"/>',
    'width="9000" height="9000"',
  ),
  'absurd-size': svg('<rect width="9" height="9"/>', 'width="1e9" height="1e9"'),
  'absurd-view-box': svg(HARMLESS_RECT, 'width="64" height="64" viewBox="0 0 1e-300 1e300"'),
  'no-size': svg('<rect width="9" height="9"/>', 'width="0" height="0"'),
  'not-a-number': svg(HARMLESS_RECT, 'width="NaN" height="Infinity"'),
  'deep-nesting': svg(`${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`),
  'many-elements': svg('<path d="M0 0L64 64"/>'.repeat(300_000)),
  'long-path': svg(`<path stroke="red" stroke-dasharray="0.0001" d="M0 0${'L64 64L0 0'.repeat(20_000)}"/>`),
  'gradient-bomb': svg(
    `<linearGradient id="g">${'<stop offset="0.5" stop-color="red"/>'.repeat(200_000)}</linearGradient><rect width="64" height="64" fill="url(#g)"/>`,
  ),
};

/** Hostile drawings, as images. */
export const svgs = (canaries: Canaries): ReadonlyArray<HostileCase> => {
  const image = casesOf('image', 'any');
  const cases = (files: Readonly<Record<string, string>>): ReadonlyArray<HostileCase> =>
    Object.entries(files).map(([name, content]) => image(`svg-${name}.svg`, content));
  return [
    ...cases(references(canaries)),
    ...cases(declarations(canaries)),
    ...cases(bombs),
    image('svg-gzip-bomb.svgz', { make: () => gzipSync(svg(' '.repeat(50_000_000))) }, 'fails'),
    casesOf('video', 'any')(
      'svg-named-video.mp4',
      svg(`<image href="file://${canaries.png}" width="64" height="64"/>`),
    ),
  ];
};

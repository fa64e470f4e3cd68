import { createHash } from 'node:crypto';
import type { ComparisonRecord } from '../../../../application/records/comparison-record.js';
import { Html, html } from '../../contract/html.js';

// A page that compares two versions. It is one file without scripts, and loads nothing: it can be kept and shown offline.

/** A drawn frame, or why there is none. */
export type ContactPicture =
  | { readonly _tag: 'Drawn'; readonly webp: Uint8Array }
  | { readonly _tag: 'NotDrawn'; readonly reason: string };

/** A range and the pictures of both versions in its middle. */
export interface ContactRow {
  readonly range: ComparisonRecord['ranges'][number];
  readonly before: ContactPicture;
  readonly after: ContactPicture;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: .4rem .6rem; text-align: left; vertical-align: top; }
td.value { max-width: 30rem; overflow-wrap: anywhere; font-family: monospace; }
img { display: block; max-width: 320px; }
`;

/** Not formatted by `html`: its text must have exactly the hash in the policy. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No scripts and no requests, wherever the page is opened. */
const CONTENT_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

export const COMPARISON_POLICY = `${CONTENT_POLICY}; frame-ancestors 'none'`;

const MAX_FIELDS = 500;
const MAX_CHARACTERS = 500;

const valueCell = (value: unknown): Html => {
  const text = value === undefined ? '' : JSON.stringify(value);
  return html`<td class="value">
    ${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}
  </td>`;
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

const pictureCell = (picture: ContactPicture, alt: string): Html =>
  picture._tag === 'NotDrawn'
    ? html`<td>${picture.reason}</td>`
    : html`<td>
        <img alt="${alt}" src="data:image/webp;base64,${Buffer.from(picture.webp).toString('base64')}" />
      </td>`;

const contactRow = (
  { range: { from, to, t }, ...sides }: ContactRow,
  { before, after }: ComparisonRecord,
): Html =>
  html` <tr>
    <th scope="row">${seconds(from)} – ${to === undefined ? 'end' : seconds(to)}</th>
    ${pictureCell(sides.before, `Version ${before} at ${seconds(t)}`)}
    ${pictureCell(sides.after, `Version ${after} at ${seconds(t)}`)}
  </tr>`;

const headings = (first: string, { before, after }: ComparisonRecord): Html =>
  html`<tr>
    <th scope="col">${first}</th>
    <th scope="col">Version ${before}</th>
    <th scope="col">Version ${after}</th>
  </tr>`;

const contactSheet = (rows: ReadonlyArray<ContactRow>, comparison: ComparisonRecord): Html => {
  const { ranges } = comparison;
  if (ranges.length === 0) return html`<p>The versions look the same if their sources have not changed.</p>`;
  const rest = ranges
    .slice(rows.length)
    .map(({ from, to }) => html` <li>${seconds(from)} – ${to === undefined ? 'end' : seconds(to)}</li>`);
  return html`<table>
      ${headings('Range', comparison)}${rows.map((row) => contactRow(row, comparison))}
    </table>
    ${
      rest.length === 0
        ? ''
        : html`<p>Further ranges:</p>
            <ul>
              ${rest}
            </ul>`
    }`;
};

const fieldTable = (comparison: ComparisonRecord): Html => {
  const { fields } = comparison;
  if (fields.length === 0) return html`<p>No field differs.</p>`;
  const rows = fields.slice(0, MAX_FIELDS).map(
    ({ path, before, after }) =>
      html` <tr>
        <th scope="row">${path}</th>
        ${valueCell(before)}${valueCell(after)}
      </tr>`,
  );
  return html`<table>
      ${headings('Field', comparison)}${rows}
    </table>
    ${fields.length <= MAX_FIELDS ? '' : html`<p>${fields.length - MAX_FIELDS} further fields differ.</p>`}`;
};

/** The page: a contact sheet of the ranges that look different, and the fields that differ. */
export const comparisonPage = (
  comparison: ComparisonRecord,
  name: string,
  rows: ReadonlyArray<ContactRow>,
): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />
        <title>${name}: versions ${comparison.before} and ${comparison.after}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <h1>${name}: versions ${comparison.before} and ${comparison.after}</h1>
        <h2>What looks different</h2>
        ${contactSheet(rows, comparison)}
        <h2>Fields that differ</h2>
        ${fieldTable(comparison)}
      </body>
    </html> `.text;

import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { videoOf } from '../../support/api/imported-projects.js';
import { chromiumProgram } from '../../support/web/browser.js';

/** Boxes without text, each of a colour. */
const boxes = (style: string, count = 3): string =>
  `<div style="background:#F00;${style}"></div>`.repeat(count);
const around = (style: string, inside: string): string =>
  `<div style="background:#111;${style}">${inside}</div>`;

/** HTML by what it is about. */
const DOCUMENTS = {
  'items that share a row': around(
    'display:flex;width:500px;height:150px;gap:10px;padding:10px',
    boxes('flex:1;height:20px'),
  ),
  'items that grow by their shares': around(
    'display:flex;gap:20px;width:500px',
    `${boxes('flex:0 0 100px;height:50px', 1)}${boxes('flex:1 1 auto;height:50px', 1)}${boxes('flex:2 1 50px;height:50px', 1)}`,
  ),
  'items that grow more than what is in them needs, and one that cannot': around(
    'display:flex;width:500px',
    [20, 90, 240].map((width) => around('flex:1', boxes(`width:${width}px;height:20px`, 1))).join(''),
  ),
  'items that shrink': around(
    'display:flex;width:300px',
    `${boxes('width:120px;height:20px;flex-shrink:0', 1)}${boxes('width:250px;height:30px', 2)}`,
  ),
  'items that grow in a column': around(
    'display:flex;flex-direction:column;width:300px;height:180px;gap:10px',
    boxes('flex-grow:1'),
  ),
  'items that shrink in a column': around(
    'display:flex;flex-direction:column;width:300px;height:100px',
    boxes('height:50px'),
  ),
  'space around items of a column': around(
    'display:flex;flex-direction:column;justify-content:space-around;align-items:center;width:300px;height:180px',
    boxes('width:40px;height:20px'),
  ),
  'lines in the middle': around(
    'display:flex;flex-wrap:wrap;align-content:center;justify-content:center;gap:8px;width:200px;height:180px',
    boxes('width:80px;height:20px', 5),
  ),
  'lines that share the height': around(
    'display:flex;flex-wrap:wrap;width:200px;height:180px',
    boxes('width:80px;height:20px', 5),
  ),
  'a margin that takes what is free': around(
    'display:flex;width:400px;height:100px;align-items:center',
    `${boxes('width:50px;height:50px;margin-left:auto', 1)}${boxes('width:20px;height:80px', 2)}`,
  ),
  'a box that floats to the right': around(
    'width:400px;height:100px',
    `${boxes('float:right;width:60px;height:30px', 1)}${boxes('display:inline-block;vertical-align:top;width:100px;height:20px', 1)}`,
  ),
  'blocks in a line without space between them': around(
    'width:400px;font-size:40px;line-height:1',
    boxes('display:inline-block;vertical-align:top;width:100px;height:50px', 2),
  ),
  'heights in percent': around(
    'display:flex;width:400px;height:180px;align-items:flex-end;justify-content:space-between',
    `${boxes('width:40px;height:100%', 1)}${boxes('width:40px;height:50%', 1)}${boxes('width:40px;height:25px;align-self:center', 1)}`,
  ),
  'a border and margins': around(
    'display:flex;width:400px;height:100px;box-sizing:border-box;padding:10px;border:5px solid #F00',
    `${boxes('flex:2', 1)}${boxes('flex:1;margin:10px', 1)}`,
  ),
  'boxes in each other': around(
    'display:flex;width:400px;height:180px',
    `${boxes('width:100px', 1)}${around('flex:1;display:flex;flex-direction:column;justify-content:flex-end;padding:10px', boxes('height:20px;margin-top:5px', 2))}`,
  ),
  'places from the sides of a box': around(
    'position:relative;width:300px;height:180px;padding:20px',
    `${boxes('position:absolute;right:10px;bottom:20px;width:50px;height:40px', 1)}${boxes('position:absolute;left:50%;top:50%;transform:translate(-50%,-50%);width:50px;height:40px', 1)}${boxes('position:absolute;inset:10px', 1)}${boxes('height:30px', 1)}`,
  ),
  'a place from where it would be': around(
    'width:400px;height:160px',
    `${boxes('height:40px;position:relative;top:10px;left:20px;width:100px', 1)}${boxes('height:40px', 1)}`,
  ),
  'items of a column that are as wide as their content': around(
    'display:flex;flex-direction:column;gap:5px;width:300px',
    `${around('width:max-content;padding:10px', boxes('width:80px;height:20px', 1))}${around('width:fit-content;align-self:flex-end', boxes('width:60px;height:20px', 1))}`,
  ),
  'a grid': around(
    'display:grid;grid-template-columns:repeat(3,1fr);gap:12px;width:420px',
    boxes('height:20px', 5),
  ),
  'a grid of unlike columns': around(
    'display:grid;grid-template-columns:80px repeat(2,minmax(0,1fr)) 2fr;gap:10px;width:420px',
    boxes('height:20px', 6),
  ),
  'lengths that are calculated': around(
    'width:calc(100% - 200px);padding:10px;box-sizing:border-box',
    `${boxes('width:min(100px,50%);height:20px', 1)}${boxes('width:clamp(10px,5vw,50px);height:max(10px,30px)', 1)}`,
  ),
  'what lies in the middle of a grid': around(
    'display:grid;place-items:center;width:300px;height:150px',
    boxes('width:50px;height:20px', 1),
  ),
  'blocks with margins that meet': around(
    'width:400px;padding:15px',
    boxes('height:20px;margin:10px auto;width:100px', 2),
  ),
  'least and largest sizes': around(
    'width:400px',
    `${boxes('width:80%;height:20px;max-width:300px', 1)}${boxes('min-height:40px;width:50%', 1)}${boxes('height:10px', 1)}`,
  ),
};

type Rectangle = ReadonlyArray<number>;

interface Clip {
  readonly clips?: ReadonlyArray<Clip>;
  readonly position?: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
}

/** The rectangles of clips, and of clips in groups: x, y, width, height. */
const rectanglesOf = ({ clips = [], position = { x: 0, y: 0 }, size }: Clip): ReadonlyArray<Rectangle> =>
  clips.length === 0
    ? [[position.x, position.y, size.width, size.height]]
    : clips.flatMap((clip) => rectanglesOf(clip));

const IN_BROWSER = `[...document.querySelectorAll('div')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
})`;

/** In the order of their places, as some are drawn over others. */
const sorted = (rectangles: ReadonlyArray<Rectangle>): ReadonlyArray<Rectangle> =>
  rectangles.map((rectangle) => rectangle.map(Math.round)).toSorted((a, b) => (a.join() < b.join() ? -1 : 1));

describe('layout of imported HTML', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox'] });
    page = await browser.newPage();
  });
  after(() => browser.close());

  for (const [what, html] of Object.entries(DOCUMENTS))
    it(`is that of a browser: ${what}`, async () => {
      await page.setContent(`<!doctype html><body style="margin:0;width:600px;height:200px">${html}</body>`);
      const expected = sorted(await page.evaluate<ReadonlyArray<Rectangle>>(IN_BROWSER));
      const asset = { type: 'html', html, width: 600, height: 200, position: 'topLeft' };
      const edit = { timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] }, output: {} };
      const { clips, paths } = await videoOf('shotstack', edit);
      expect(paths).to.deep.equal([]);
      const { clips: inside, ...group } = clips[0] as Clip;
      const drawn = sorted((inside ?? [group]).flatMap(rectanglesOf));
      expect(drawn).to.have.length(expected.length);
      for (const [index, rectangle] of drawn.entries())
        for (const [side, value] of rectangle.entries())
          expect(value, String(rectangle)).to.be.closeTo(expected[index]?.[side] ?? NaN, 1);
    });
});

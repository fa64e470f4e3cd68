import { expect } from 'chai';
import { imported, videoOf } from '../../support/api/imported-projects.js';

const editOf = (html: string, css = '', more: object = {}): object => ({
  timeline: {
    tracks: [
      {
        clips: [
          { asset: { type: 'html', html, css, width: 600, height: 200, ...more }, start: 0, length: 2 },
        ],
      },
    ],
  },
  output: { resolution: 'hd' },
});

const clipOf = async (...parameters: Parameters<typeof editOf>) =>
  (await videoOf('shotstack', editOf(...parameters))).clips[0];

/** What is said about HTML that could not be carried over exactly. */
const messagesOf = async (...parameters: Parameters<typeof editOf>) =>
  (await imported('shotstack', editOf(...parameters))).deviations.map(({ message }) => message);

describe('Import of HTML', () => {
  it('draws hard shadows on all sides, and strokes, as an outline', async () => {
    const outlined = async (style: string) =>
      (await clipOf(`<p style="${style}">Hi</p>`)).textProperties as Record<string, unknown>;
    const around =
      'text-shadow: 3px 3px 0 #3E2723, -3px -3px 0 #3E2723, 3px -3px 0 #3E2723, -3px 3px 0 #3E2723';
    expect(await outlined(around)).to.include({ strokeWidth: 3, strokeColor: '#3E2723' });
    expect(await outlined(around)).to.not.have.property('shadow');
    expect(await outlined('-webkit-text-stroke: 4px #FF0000')).to.include({
      strokeWidth: 2,
      strokeColor: '#FF0000',
    });
    const below = '<p style="text-shadow: 0 2px 4px #000, 0 4px 8px rgba(255, 0, 0, 0.5)">Hi</p>';
    expect((await clipOf(below)).textProperties.shadow).to.deep.include({ y: 2, blur: 4 });
    expect(await messagesOf(below)).to.deep.equal([
      'only the first shadow of the CSS "text-shadow" is drawn',
    ]);
    const boxed = '<p style="background: #FFF; box-shadow: 0 2px 4px #000, 0 9px 9px #F00">Hi</p>';
    expect(await messagesOf(boxed)).to.deep.equal(['only the first shadow of the CSS "box-shadow" is drawn']);
  });

  it('gives a block in a line the width that it states, and a line that of its letters', async () => {
    const badge = (display: string) =>
      clipOf(
        `<span style="display: ${display}; width: 120px; background: #7C6BFF; text-align: center">A</span>`,
      );
    expect(JSON.stringify(await badge('inline-block'))).to.include('"width":120,');
    expect(JSON.stringify(await badge('inline'))).to.not.include('"width":120,');
  });

  it('draws the topmost gradient of a background, and says what of its layout is not carried over', async () => {
    const drawn = async (background: string) => {
      const edit = editOf(`<div style="background: ${background}">Hi</div>`);
      const { clips, paths } = await videoOf('shotstack', edit);
      const [, type, angle, color] =
        /"type":"(linear|radial|conic)",(?:"angle":([\d.]+),)?"stops":\[{"offset":0,"color":"(#\w+)"/.exec(
          JSON.stringify(clips),
        ) ?? [];
      return [type, angle, color, paths.length];
    };
    for (const [background, ...expected] of [
      ['linear-gradient(to right top, #F00, #00F)', 'linear', '45'],
      ['linear-gradient(0.25turn, #F00, #00F)', 'linear', '90'],
      ['conic-gradient(#F00, #00F)', 'conic', '0'],
      ['conic-gradient(from 90deg, #F00, #00F)', 'conic', '90'],
      ['radial-gradient(ellipse at center, #F00, #00F)', 'radial', undefined],
    ] as const)
      expect(await drawn(background)).to.deep.equal([...expected, '#F00', 0]);
    expect((await drawn('radial-gradient(circle at 20% 30%, #F00, #00F)')).at(-1)).to.equal(1);
    expect((await drawn('conic-gradient(from 90deg at 20% 30%, #F00, #00F)')).at(-1)).to.equal(1);
    const layers = 'linear-gradient(90deg, #F00, #00F), linear-gradient(#0F0, #FFF)';
    expect(await drawn(layers)).to.deep.equal(['linear', '90', '#F00', 1]);
  });

  it('draws several gradients, and one with a centre and size of its own, as a picture', async () => {
    const rings = 'radial-gradient(50px 40px at 20% 30%, #F008, transparent 60%)';
    const html = `<div style="width:100px;height:50px;background:${rings},linear-gradient(90deg,#00F,#0F0)"></div>`;
    const { clips, paths } = await videoOf('shotstack', editOf(html));
    expect(paths).to.deep.equal([]);
    const svg = JSON.stringify(clips).replaceAll('\\"', "'");
    expect(svg).to.include('translate(20 15) scale(50 40)');
    // Colours are mixed with their alpha, as in CSS.
    expect(svg).to.include("stop-color='#FF0000' stop-opacity='0'");
    expect(svg).to.match(/x1='0' y1='25(\.0+\d)?' x2='100'/);
    // The first one lies over the second.
    expect(svg.indexOf('url(#g1)')).to.be.below(svg.indexOf('url(#g0)'));
  });

  it('keeps the space beside inline elements', async () => {
    const html = '<p><b>1</b><span style="margin:0 8px 0 20px;padding-left:4px">A</span><i>B</i></p>';
    const asset = { type: 'html', html, width: 600, height: 200 };
    const edit = { timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] }, output: {} };
    const { clips, paths } = await videoOf('shotstack', edit);
    expect(paths).to.deep.equal([]);
    const spans = clips[0].textProperties.spans.map(({ text, letterSpacing }: Record<string, unknown>) => [
      text,
      letterSpacing,
    ]);
    const space = (width: number) => ['\u00A0', width];
    expect(spans).to.deep.equal([['1', undefined], space(24), ['A', undefined], space(8), ['B', undefined]]);
  });

  it('carries over the style of a text', async () => {
    const css =
      'p { font-family: "Montserrat ExtraBold"; color: rgb(255, 0, 0); font-size: 2em; text-align: left; letter-spacing: .1em; line-height: 150% } .big { text-transform: uppercase }';
    const { size, textProperties } = await clipOf(
      '<p class="big" data-html-type="text">Tom &amp; Ada</p>',
      css,
    );
    expect(size).to.deep.equal({ width: 600, height: 200 });
    expect(textProperties).to.deep.include({
      content: 'Tom & Ada',
      fontFamily: 'Montserrat',
      fontWeight: 800,
      fontSize: 64,
      color: '#FF0000',
      textAlign: 'left',
      verticalAlign: 'middle',
      letterSpacing: 6.4,
      lineHeight: 1.5,
      textTransform: 'uppercase',
    });
  });

  it('reads the style of letters in one value', async () => {
    for (const look of ['italic 700', '700 italic', 'bold oblique', 'normal small-caps italic 700']) {
      const { textProperties } = await clipOf(`<p style="font: ${look} 30px/1.5 Poppins, sans-serif">A</p>`);
      expect(textProperties).to.include({
        fontSize: 30,
        fontWeight: 700,
        fontFamily: 'Poppins',
        lineHeight: 1.5,
        fontStyle: 'italic',
      });
    }
    expect(await messagesOf('<p style="font: caption">A</p>')).to.have.length(1);
  });

  it('makes spans of inline elements, and lines of line breaks', async () => {
    const { textProperties } = await clipOf('<p>One <b style="color:#00F">two</b><br>three</p>');
    expect(
      textProperties.spans.map(({ text, fontWeight, color }: Record<string, unknown>) => [
        text,
        fontWeight,
        color,
      ]),
    ).to.deep.equal([
      ['One ', undefined, '#FFFFFF'],
      ['two', 700, '#00F'],
      ['\nthree', undefined, '#FFFFFF'],
    ]);
  });

  it('gives the whole text only what all of its spans share', async () => {
    const { textProperties } = await clipOf('<p><b style="letter-spacing:9px">One</b> two</p>');
    expect(textProperties).not.to.have.any.keys('letterSpacing', 'fontWeight');
    expect(textProperties.spans[0]).to.include({ letterSpacing: 9, fontWeight: 700 });
  });

  it('keeps the distance between blocks as empty lines of its height', async () => {
    const { textProperties } = await clipOf(
      '<div style="font-size:40px">A</div><div style="margin-top:24px;font-size:20px;line-height:1.5">B</div>',
    );
    expect(
      textProperties.spans.map(({ text, fontSize, lineHeight }: Record<string, unknown>) => [
        text,
        fontSize,
        lineHeight,
      ]),
    ).to.deep.equal([
      ['A\n', 40, 1.2],
      ['\u00A0\n', 24, undefined],
      ['B', 20, 1.5],
    ]);
    expect(textProperties.lineHeight).to.equal(1);
    // A line is never lower than one in the size of the whole text.
    expect(textProperties.fontSize).to.equal(20);
  });

  it('keeps the gap of a column, a negative margin and the height of a line around smaller letters', async () => {
    const column = 'display:flex;flex-direction:column;gap:14px';
    const { spans } = (await clipOf(`<div style="${column}"><p>A</p><p>B</p></div>`)).textProperties;
    expect(spans.map(({ text, fontSize }: Record<string, unknown>) => [text, fontSize])).to.deep.equal([
      ['A\n', 32],
      ['\u00A0\n', 14],
      ['B', 32],
    ]);
    const ends = `${column};justify-content:space-between;height:200px`;
    const apart = await clipOf(`<div style="${ends}"><p>A</p><p>B</p></div>`);
    expect(apart.clips.map(({ position }: { position: { y: number } }) => position.y)).to.deep.equal([
      0, 162,
    ]);
    const over = await clipOf('<p>A</p><p style="margin-top:-20px">B</p>');
    expect(over.clips[1].position.y - over.clips[0].position.y).to.equal(18);
    // 42 × (0.6 + 0.35) less 10 × (0.6 + 0.35) px below the top of a line of 42 × 1.2 px.
    const small = '<p style="display:inline-block;font-size:10px;width:80px">B</p>';
    const line = `<div style="font-size:42px;background:#F00">${small.repeat(2)}</div>`;
    const [box, first] = (await clipOf(line)).clips;
    expect([Math.round(box.size.height), first.position.y - box.position.y]).to.deep.equal([50, 30]);
  });

  it('cuts what is placed in a box at its corners, where it hides what overflows', async () => {
    const inside = '<p style="position:absolute;right:-50px;width:80px;height:80px;background:#0F0"></p>';
    const style = 'position:relative;width:300px;height:100px;border-radius:18px;background:#F00';
    const boxOf = async (more: string) =>
      (await clipOf(`<div style="${style};${more}">${inside}</div>`)).clips[1];
    expect(await boxOf('overflow:hidden')).to.deep.include({
      type: 'group',
      clip: true,
      effects: { borderRadius: 18 },
    });
    expect(await boxOf('')).to.include({ type: 'shape' });
  });

  it('draws the box of an element behind its text', async () => {
    const clip = await clipOf(
      '<div style="display:inline-block;background:#FFD65C;padding:10px 30px;border-radius:20px">Buy</div>',
    );
    const { textBackground } = (clip.clips?.[0] ?? clip).textProperties;
    expect(textBackground).to.deep.include({
      color: '#FFD65C',
      paddingX: 30,
      borderRadius: 20,
      mode: 'block',
    });
  });

  it('draws the border of a box as wide as its text, whatever the text is', async () => {
    const pill = 'display:inline-block;border:2px solid #0F0;padding:10px 30px;border-radius:99px';
    const clip = await clipOf(`<div style="${pill}">{{text}}</div>`);
    expect((clip.clips?.[0] ?? clip).textProperties.textBackground).to.deep.include({
      color: 'transparent',
      paddingX: 32,
      borderRadius: 99,
      border: { width: 2, color: '#0F0' },
    });
  });

  it('draws borders of single sides over their box, with its corners, beside the space in it', async () => {
    const css = 'border-left:6px solid #0F0;border-bottom:2px solid #00F;padding:10px;border-top:none';
    for (const [more, back] of [
      ['', 0],
      ['background:#F00;border-radius:9px', 1],
    ] as const) {
      const html = `<div style="${css};${more}">Note</div>`;
      const { clips } = await clipOf(html);
      const [text, bottom, left] = clips.slice(back);
      expect(text.position.x, 'in the middle of the space beside the line').to.equal(303);
      expect([left.size, left.position.x, left.effects?.borderRadius]).to.deep.equal([
        bottom.size,
        0,
        back === 0 ? undefined : 9,
      ]);
      const [{ fill: across }, { fill: up }] = [left, bottom].map((clip) => clip.shapeProperties);
      expect([across.angle, across.stops[1], across.stops[2]]).to.deep.equal([
        90,
        { offset: 0.01, color: '#0F0' },
        { offset: 0.01, color: 'transparent' },
      ]);
      expect([up.angle, up.stops[1].offset]).to.deep.equal([0, 2 / bottom.size.height]);
      expect(await messagesOf(html)).to.deep.equal([]);
    }
    expect(await messagesOf(`<p>A <span style="${css}">B</span></p>`)).to.deep.equal([
      'borders of inline elements are not drawn',
    ]);
  });

  it('draws the space and the corners of an inline element behind each of its lines', async () => {
    const css = 'background:#000;padding:4px 14px;border-radius:8px;box-decoration-break:clone';
    const { textProperties } = await clipOf(`<div><span style="${css}">Not ready</span></div>`);
    expect(textProperties.textBackground).to.deep.equal({
      color: '#000',
      paddingX: 14,
      paddingY: 4,
      borderRadius: 8,
    });
    const several = await messagesOf(`<div>A <span style="${css}">B</span></div>`);
    expect(several).to.deep.equal([
      'space and corners of inline elements are only drawn around a whole text',
    ]);
  });

  it('draws pictures whose sides are stated, and lists others', async () => {
    const image = (more: string) => `<img src="https://a.example/a.png" style="${more}">`;
    const round = image('width:50px;height:40px;border-radius:50%;object-fit:cover');
    const drawn = (await clipOf(`<div style="display:flex">${round}<p>Ann</p></div>`)).clips[0];
    expect([drawn.type, drawn.source, drawn.fit]).to.deep.equal([
      'image',
      'https://a.example/a.png',
      'cover',
    ]);
    expect(drawn.size).to.deep.equal({ width: 50, height: 40 });
    expect(
      (await clipOf(`<div><img src="https://a.example/a.png" width="9" height="8">A</div>`)).clips[0].fit,
    ).to.equal('stretch');
    expect(await messagesOf(`<div>${image('width:50px')}A</div>`)).to.deep.equal([
      '<img> in HTML is not drawn',
    ]);
  });

  it('fills letters with the background that is clipped to them, and reads variables and files of fonts', async () => {
    const fill = 'background:linear-gradient(90deg,#F00,#00F);-webkit-background-clip:text;color:transparent';
    const filled = await clipOf(`<h1 style="${fill};-webkit-text-fill-color:transparent">Hi</h1>`);
    expect(filled.textProperties.color).to.deep.include({ type: 'linear', angle: 90 });
    expect(filled.textProperties).to.not.have.property('backgroundColor');
    const css = `@import url(https://fonts.googleapis.com/css2?family=Anton);
      @font-face { font-family: 'House'; src: url(https://a.example/house.woff2); font-weight: 700 }
      :root { --tone: #123456 } p { color: var(--tone); background: var(--none, #FFFFFF); font-family: House }
      p:nth-child(2) { color: #FF0000 }`;
    const edit = editOf('<p>A</p>', css);
    const { metadata, clips, paths } = await videoOf('shotstack', edit);
    expect(metadata.fonts).to.deep.equal([
      { source: 'https://a.example/house.woff2', family: 'House', weight: 700 },
    ]);
    expect(JSON.stringify(clips)).to.include('"color":"#123456"').and.include('"fontFamily":"House"');
    expect(paths).to.deep.equal([]);
    expect(JSON.stringify(await clipOf('<p>A</p><p>B</p>', css))).to.include('#FF0000');
  });

  it('lays out boxes in rows and columns, and empty ones', async () => {
    const row = '<div style="display:flex;gap:10px"><b>7</b><span style="font-size:20px">points</span></div>';
    const clip = await clipOf(
      `<div style="background:{{tone}};padding:20px">${row}<div style="height:6px;width:80px;background:#0F0"></div></div>`,
    );
    const drawn = (clip.clips?.[0]?.clips ?? clip.clips) as ReadonlyArray<
      Record<string, Record<string, unknown>>
    >;
    expect(drawn.map(({ type }) => type)).to.deep.equal(['shape', 'text', 'text', 'shape']);
    const [box, first, second, bar] = drawn;
    expect(box?.['shapeProperties']?.['fill']).to.equal('{{tone}}');
    expect(first?.['position']?.['x']).to.equal(20);
    expect(second?.['position']?.['x']).to.be.greaterThan(30);
    expect(bar?.['size']).to.deep.equal({ width: 80, height: 6 });
  });

  it('gives items of rows and columns their shares of the free space, and wraps those that do not fit', async () => {
    const placesOf = async (style: string, item = '', count = 3) => {
      const html = `<div style="${style}">${`<i style="height:20px;width:60px;background:#F00;${item}"></i>`.repeat(count)}</div>`;
      const { clips } = await clipOf(html, '', { position: 'top' });
      type Item = Record<'position' | 'size', Record<string, number>>;
      return clips.map(({ position, size }: Item) => [position['x'], position['y'], size['width']]);
    };
    const xOf = async (style: string, item?: string) =>
      (await placesOf(`display:flex;${style}`, item)).map(([x]: ReadonlyArray<number>) => x);
    expect(await xOf('justify-content:space-between')).to.deep.equal([0, 270, 540]);
    expect(await xOf('justify-content:space-around')).to.deep.equal([70, 270, 470]);
    expect(await xOf('justify-content:space-evenly')).to.deep.equal([105, 270, 435]);
    expect(await xOf('text-align:right', 'flex:1')).to.deep.equal([0, 200, 400]);
    expect(await xOf('gap:30px', 'flex-grow:1')).to.deep.equal([0, 210, 420]);
    const column = await placesOf(
      'display:flex;flex-direction:column;height:200px;justify-content:space-between',
    );
    expect(column.map(([, y]: ReadonlyArray<number>) => y)).to.deep.equal([0, 90, 180]);
    const lines = await placesOf(
      'display:flex;flex-wrap:wrap;gap:10px;width:190px;justify-content:center',
      '',
      3,
    );
    expect(lines).to.deep.equal([
      [30, 0, 60],
      [100, 0, 60],
      [65, 30, 60],
    ]);
    const badge = '<div style="display:inline-block;height:20px;width:60px;background:#F00"></div>';
    const centred = await clipOf(`<div style="text-align:center;background:#00F">${badge}</div>`);
    expect(centred.clips[1].position.x).to.equal(270);
    const [left, right] = await placesOf('text-align:right', 'display:inline-block', 2);
    expect([left[0] < 500, right[0]]).to.deep.equal([true, 540]);
  });

  /** The boxes that are drawn: x, y, width and height. */
  const boxesOf = async (html: string) => {
    const { clips } = await clipOf(html, '', { position: 'top' });
    type Item = Record<'position' | 'size', Record<string, number>>;
    return clips.map(({ position, size }: Item) =>
      [position['x'], position['y'], size['width'], size['height']].join(' '),
    );
  };
  const box = (style: string, inside = '') => `<div style="background:#F00;${style}">${inside}</div>`;

  it('gives items of columns what is free, stretches those of rows, and shrinks what does not fit', async () => {
    const column = box('height:200px;display:flex;flex-direction:column', box('height:50px') + box('flex:1'));
    expect(await boxesOf(column)).to.deep.equal(['0 0 600 200', '0 0 600 50', '0 50 600 150']);
    const row = (style: string, ...items: ReadonlyArray<string>) =>
      boxesOf(box(`display:flex;height:100px;${style}`, items.map((item) => box(item)).join('')));
    expect(await row('', 'width:450px', 'width:450px')).to.include('300 0 300 100');
    expect(await row('', 'flex:none;width:450px', 'width:450px')).to.include('450 0 150 100');
    expect(await row('', 'flex:1 1 100px', 'flex:0 0 200px;align-self:flex-end;height:20px')).to.deep.equal([
      '0 0 600 100',
      '0 0 400 100',
      '400 80 200 20',
    ]);
    expect(await row('', 'width:50px', 'width:50px;margin-left:auto')).to.include('550 0 50 100');
    expect(
      await row(
        'flex-wrap:wrap;align-content:center',
        ...Array.from({ length: 2 }, () => 'width:400px;height:20px'),
      ),
    ).to.include('0 50 400 20');
    const centred = box(
      'height:100px;display:flex;flex-direction:column;align-items:center;justify-content:flex-end',
      box('width:40px;height:40px'),
    );
    expect(await boxesOf(centred)).to.include('280 60 40 40');
    const grid = box('display:grid;grid-template-columns:repeat(2,1fr)', box('height:10px').repeat(3));
    expect(await boxesOf(grid)).to.include.members(['300 0 300 10', '0 10 300 10']);
  });

  it('takes shares of the box around, and sizes with or without padding', async () => {
    const half = box('width:50%;height:50%');
    expect(await boxesOf(box('width:400px;height:100px;margin:0 auto', half))).to.deep.equal([
      '100 0 400 100',
      '100 0 200 50',
    ]);
    expect(await boxesOf(box('width:400px;height:100px;padding:10px', half))).to.deep.equal([
      '0 0 420 120',
      '10 10 200 50',
    ]);
    expect(
      await boxesOf(box('width:400px;height:100px;padding:10px;box-sizing:border-box', half)),
    ).to.include('10 10 190 40');
    expect(await boxesOf(box('min-height:80px', box('height:20px')))).to.include('0 0 600 80');
    expect(await boxesOf(box('min-height:10px', box('height:20px')))).to.include('0 0 600 20');
  });

  it('places what has a place of its own in the box around', async () => {
    const around = (inside: string) =>
      boxesOf(box('position:relative;width:400px;height:100px', box('height:30px') + inside));
    const placed = (style: string) => around(box(`position:absolute;${style}`));
    expect(await placed('right:10px;bottom:5%;width:50px;height:20px')).to.deep.equal([
      '0 0 400 100',
      '0 0 400 30',
      '340 75 50 20',
    ]);
    expect(await placed('inset:0')).to.include('0 0 400 100');
    const middle = 'left:50%;top:50%;transform:translate(-50%,-50%);width:100px;height:20px';
    expect(await placed(middle)).to.include('150 40 100 20');
    expect((await placed('left:0;top:0;width:9px;height:9px;z-index:-1'))[1]).to.equal('0 0 9 9');
    expect(await around(box('position:relative;left:5px;top:-5px;width:50px;height:20px'))).to.include(
      '5 25 50 20',
    );
  });

  it('turns a box about its middle, with all that is in it', async () => {
    const turned = 'background:#FF0000;width:200px;height:100px;transform:translate(10%,20%) rotate(-8deg)';
    const html = `<div style="${turned}"><p style="margin-left:30px">A</p></div>`;
    const { clips } = await clipOf(html, '', { position: 'topLeft' });
    const [{ size, position, transform, clips: inside }] = clips;
    expect(size).to.deep.equal({ width: 200, height: 100 });
    expect(position).to.include({ x: 20, y: 20, anchor: 'topLeft' });
    expect(transform).to.deep.equal({ rotation: -8 });
    expect(inside[0].position).to.include({ x: 0, y: 0 });
    expect(inside[1].position).to.include({ x: 30, y: 0 });
    expect(await messagesOf(html)).to.deep.equal([]);
  });

  it('keeps the space above items of rows, and margins inside of a box with padding', async () => {
    const item = (style: string) =>
      `<div style="${style}"><div style="background:#F00;height:20px;width:60px"></div></div>`;
    const row = `<div style="display:flex">${item('padding-top:15px')}${item('margin:5px 0 30px')}</div>`;
    const { clips } = await clipOf(`${row}<p style="background:#00F">A</p>`, '', { position: 'top' });
    const tops = clips.map(({ position }: { position: { y: number } }) => position.y);
    expect(tops).to.deep.equal([15, 5, 55]);
    const boxed = await clipOf(
      '<div style="background:#F00;padding:10px"><p style="margin:20px 0">A</p></div>',
      '',
      { position: 'top' },
    );
    expect((boxed.clips?.[0] ?? boxed).textProperties.padding).to.equal(30);
  });

  it('aligns the content of a flex box that draws nothing itself', async () => {
    const box = 'width:600px;height:200px;display:flex;align-items:flex-end';
    const row = await clipOf(`<div style="${box};justify-content:flex-start"><b>A</b></div>`);
    expect(row.textProperties).to.include({ textAlign: 'left', verticalAlign: 'bottom' });
    const column = await clipOf(
      `<div style="${box};flex-direction:column;justify-content:flex-start"><p>A</p><p>B</p></div>`,
    );
    expect(column.textProperties).to.include({ textAlign: 'right', verticalAlign: 'top' });
  });

  it('draws the background of a box as high as its text, unless it states a height', async () => {
    const inside = async (style: string) =>
      (await clipOf(`<p style="width:500px;background:#123;${style}">A</p>`)).clips[0].size;
    expect(await inside('')).to.deep.equal({ width: 500, height: 'auto' });
    expect(await inside('height:90px')).to.deep.equal({ width: 500, height: 90 });
    const style = { backgroundColor: '#FF0', display: 'flex', alignItems: 'center' };
    const pill = { type: 'TEXT', text: 'A', width: 900, height: 76, style };
    const { clips } = await videoOf('zvid', { visuals: [pill] });
    expect(clips[0], 'of its element').to.deep.include({ type: 'text', size: { width: 900, height: 76 } });
  });

  it('lists a picture behind a box, whose colour is drawn', async () => {
    const html = `<div style="background:#123 url('https://example.com/a.jpg') center / cover">A</div>`;
    expect(JSON.stringify(await clipOf(html))).to.include('"#123"');
    expect(await messagesOf(html)).to.deep.equal(['the picture of the CSS "background" is not drawn']);
  });

  it('draws pictures that fill a box, with filters and the opacity of what is around them', async () => {
    const look = `background:url(https://example.com/a.jpg) center/cover;filter:blur(8px) brightness(70%)`;
    const box = `<div style="opacity:.5"><div style="width:200px;height:100px;opacity:50%;${look}"></div><p>A</p></div>`;
    const drawn = JSON.stringify(await clipOf(box));
    expect(drawn).to.include('"source":"https://example.com/a.jpg"').and.to.include('"opacity":0.25');
    expect(drawn).to.include('{"type":"blur","amount":8},{"type":"brightness","amount":0.7}');
    expect(drawn, 'of the text').to.include('"opacity":0.5');
    const tiled = '<div style="width:9px;height:9px;background-image:url(https://example.com/a.jpg)"></div>';
    expect(await messagesOf(tiled)).to.deep.equal(['the picture of the CSS background covers its box']);
    const inline = '<p style="color:#00F">A <span style="opacity:.5">B</span></p>';
    expect((await clipOf(inline)).textProperties.spans[1].color).to.equal('#0000FF80');
    expect(await messagesOf('<div style="opacity:0"><p>A</p><p>B</p></div>')).to.deep.equal([]);
    const marked = '<p>A <span style="opacity:.5;background:#123">B</span></p>';
    expect(await messagesOf(marked)).to.deep.equal(['the opacity of inline elements is not carried over']);
    const content = '<div style="background:#123;filter:sepia(1)">A</div>';
    expect(await messagesOf(content)).to.deep.equal([
      'the CSS "filter" changes only what is behind a content',
    ]);
  });

  it('lists shadows that fall inside', async () => {
    const box = (look: string) => `<div style="width:90px;height:90px;background:#F00;${look}"></div>`;
    const inset = 'box-shadow:inset 0 0 9px #000';
    expect(await messagesOf(box(inset))).to.deep.equal([
      'the CSS "box-shadow: inset 0 0 9px #000" is not carried over',
    ]);
  });

  it('rounds each corner of a box, and those of a text alike, which it lists', async () => {
    const corners = 'background:#F00;border-radius:9px 9px 0 0';
    const box = `<div style="width:90px;height:90px;${corners}"></div>`;
    expect(JSON.stringify(await clipOf(box))).to.include('"borderRadius":[9,9,0,0]');
    expect(await messagesOf(box)).to.deep.equal([]);
    const text = `<span style="display:inline-block;padding:4px;${corners}">A</span>`;
    expect(await messagesOf(text)).to.deep.equal(['all corners of a text are as round as its first one']);
  });

  it('draws a box that is round by half as an ellipse, and lists other percentages of a box', async () => {
    const drawn = async (style: string) => {
      const box = `<div style="width:90px;background:#F00;${style}"></div>`;
      return [JSON.stringify(await clipOf(box)), await messagesOf(box)] as const;
    };
    const [ellipse, none] = await drawn('height:40px;border-radius:50%');
    expect(ellipse).to.include('"shape":"ellipse"').and.not.include('borderRadius');
    expect(none).to.be.empty;
    const circles = ['corners that are round by a percentage are parts of circles, not of ellipses'];
    const [corners, listed] = await drawn('height:40px;border-radius:10% 0 0 0');
    expect(corners).to.include('"borderRadius":[4,0,0,0]');
    expect(listed).to.deep.equal(circles);
    expect((await drawn('height:90px;border-radius:10%'))[0]).to.include('"borderRadius":9');
    const text = (size: string) =>
      messagesOf(`<p style="display:inline-block;background:#F00;border-radius:50%;${size}">A</p>`);
    expect(await text('width:40px;height:40px')).to.be.empty;
    expect(await text('padding:4px 30px')).to.deep.equal(circles);
  });

  it('keeps the space beside a text without a background, and its largest width', async () => {
    const inside = async (style: string) =>
      (await clipOf(`<p style="text-align:left;${style}">A</p>`)).clips[0];
    expect(await inside('padding:0 50px;margin-left:10px')).to.deep.include({
      size: { width: 490, height: 200 },
      position: { anchor: 'left', relativeTo: 'left', x: 60, y: 0 },
    });
    expect((await inside('max-width:300px')).size.width).to.equal(300);
    const { clips } = await clipOf('<div style="background:#123"><p style="margin:0 40px">A</p></div>');
    expect(clips[1].position.x).to.equal(40);
  });

  it('keeps the space above and below a text, and the larger one of two margins that meet', async () => {
    const high = await clipOf('<p style="padding-top:40px;margin-bottom:10px">A</p>', '', {
      position: 'top',
    });
    expect(high.clips[0].size).to.deep.equal({ width: 600, height: 150 });
    expect(high.clips[0].position).to.include({ y: 40 });
    const line = (margin: string) => `<p style="background:#123;height:20px;margin:${margin}">A</p>`;
    const lines = `${line('0 0 30px')}<div style="padding-bottom:7px">${line('20px 0 0')}</div>${line('0')}`;
    const { clips } = await clipOf(lines, '', { position: 'top' });
    const tops = clips.map(({ position }: { position: { y: number } }) => position.y);
    expect(tops).to.deep.equal([0, 50, 77]);
  });

  it('reads attributes that look like CSS, cells beside each other, and colours of Shotstack', async () => {
    const cells = '<td bgcolor="#F00" width="10" onclick="x">&nbsp;</td><td><p>One</p><p>Two</p></td>';
    const table = [`<table border="0"><tr>${cells}</tr></table>`, 'table { background: #77000000 }'] as const;
    const unknown = 'the attribute onclick of <td> is not carried over';
    expect(await messagesOf(...table)).to.deep.equal([unknown]);
    expect(await messagesOf(table[0], 'table { width: 100% }')).to.deep.equal([unknown]);
    const [box, bar, text] = (await clipOf(...table)).clips;
    expect(box.shapeProperties.fill).to.equal('#00000077');
    expect(bar.size).to.deep.equal({ width: 10, height: box.size.height });
    expect(bar.textProperties.backgroundColor).to.equal('#F00');
    expect(bar.position.x, 'in the middle, as wide as its cells').to.equal(box.position.x).and.above(0);
    expect(text.position.x).to.be.within(box.position.x + 10, box.position.x + box.size.width);
    const padded = '<table cellpadding="24"><tr bgcolor="#F00"><td>Hi</td></tr></table>';
    const [row, cell] = (await clipOf(padded)).clips;
    expect(cell.position.y - row.position.y, 'the space that the table gives its cells').to.equal(24);
    const [thin] = (await clipOf(padded, 'td { padding: 7px }')).clips;
    expect(row.size.height - thin.size.height).to.be.closeTo(34, 0.01);
    const whole = padded.replace('<td>', '<td width="100%">').replace('<table ', '<table width="600" ');
    expect((await clipOf(whole)).clips[1].size.width, 'within the space at both sides').to.equal(552);
    const lowerBy = async (css: string) => {
      const high = '<td>One</td><td style="font-size:96px">Two</td>';
      const [first, second] = (await clipOf(`<table><tr>${high}</tr></table>`, css)).clips;
      return first.position.y - second.position.y;
    };
    expect(await lowerBy(''), 'in the middle of a cell').to.be.closeTo((96 - 32) * 0.6, 1);
    expect(await lowerBy('td { vertical-align: top }')).to.equal(0);
    const line =
      '<i style="display:inline-block;width:9px;height:9px;background:#F00;vertical-align:top"></i>';
    const [dot] = (await clipOf(`${line}<b style="display:inline-block;background:#00F">Hi</b>`)).clips;
    const [middle] = (
      await clipOf(`${line.replace('top', 'middle')}<b style="display:inline-block;background:#00F">Hi</b>`)
    ).clips;
    expect(middle.position.y - dot.position.y).to.be.closeTo((32 * 1.2 - 9) / 2, 1);
    const label = `<span style="display:inline-block;width:150px">${line}<span>Hi</span></span>`;
    const dots = (await clipOf(label.repeat(2))).clips.filter(
      ({ type }: { type: string }) => type === 'shape',
    );
    expect(dots[0].position.y, 'labels in one line').to.equal(dots[1].position.y);
  });

  it('draws HTML without text as a shape', async () => {
    const clip = await clipOf('<div style="background:#123456;width:600px;height:200px"></div>');
    expect(clip.type).to.equal('shape');
    expect(clip.shapeProperties.fill).to.equal('#123456');
  });

  it('lists properties that it does not carry over, and values without a meaning', async () => {
    const messages = (await messagesOf('<p style="transform:skew(5deg);color:nonsense">A</p>')).join('\n');
    expect(messages).to.contain('transform: skew(5deg)');
    expect(messages).to.contain('color: nonsense');
  });

  it('draws the padding of the only text of a box inside of it, and its margin outside', async () => {
    const paddingOf = async (html: string, css: string): Promise<number> =>
      (await clipOf(html, `${css} .c{background:#F00;text-align:center}`)).clips[0].textProperties.padding;
    const box = '<div class=c><div class=d>Hi</div></div>';
    const table = '<table><tr class=c><td class=d>Hi</td></tr></table>';
    const nested = '<div class=c><div><div class=d><p>Hi</p></div></div></div>';
    for (const html of [box, table, nested]) expect(await paddingOf(html, '.d{padding:24px 0}')).to.equal(24);
    expect(await paddingOf(box, '.d{margin:24px 0}')).to.equal(0);
    expect(await paddingOf(box, '.d{padding:24px 0}.c{padding:10px 0;margin:7px 0}')).to.equal(34);
  });

  it('lists families that the service does not have, and uses fonts of the project', async () => {
    const missing = await videoOf('shotstack', editOf('<p style="font-family:Unheard Of">A</p>'));
    expect(missing.paths).to.deep.equal(['timeline.tracks[0].clips[0].asset.html']);
    const edit = editOf('<p style="font-family:House Sans">A</p>') as { readonly timeline: object };
    const fonts = [{ src: 'https://media.example.org/house-sans.ttf' }];
    const { metadata } = await videoOf('shotstack', { ...edit, timeline: { ...edit.timeline, fonts } });
    expect(metadata.fonts).to.deep.equal([
      { family: 'House Sans', source: 'https://media.example.org/house-sans.ttf' },
    ]);
  });

  it('draws all boxes in each other that share their room', async () => {
    const open = '<div style="display:inline-flex;background:#F00;flex:1;flex-wrap:wrap">a ';
    const nested = `${open.repeat(28)}${'word '.repeat(200)}${'</div>'.repeat(28)}`;
    // The innermost box is that of its text.
    expect((await clipOf(nested)).clips).to.have.length(28 * 2 - 1);
  });

  it('leaves out scripts and very large documents, and says so', async () => {
    const scripted = editOf('<p>A</p><script>x()</script>', '', { js: 'x()' });
    expect((await videoOf('shotstack', scripted)).paths).to.deep.equal([
      'timeline.tracks[0].clips[0].asset.js',
    ]);
    const large = await videoOf('shotstack', editOf(`<p>${'a'.repeat(70_000)}</p>`));
    expect(large.paths).to.include('timeline.tracks[0].clips[0].asset.html');
  });

  it('is cut at its box in Shotstack', async () => {
    const html = (markup: string) => ({ type: 'html', html: markup, width: 200, height: 60 });
    const clips = ['<p>Far more words than fit</p>', '<p style="background:#f00">Two</p><p>blocks</p>'].map(
      (markup) => ({
        asset: html(markup),
        start: 0,
        length: 1,
      }),
    );
    const video = await videoOf('shotstack', { timeline: { tracks: [{ clips }] }, output: {} });
    expect(video.clips[0].textProperties.overflow).to.equal('clip');
    expect(video.clips[1]).to.include({ type: 'group', clip: true });
    const [box] = video.clips[1].clips;
    expect(box.position.y, 'as much above as below').to.be.lessThan(0);
  });
});

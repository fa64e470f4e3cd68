import { expect } from 'chai';
import { PHOTO, videoOf } from '../../support/api/imported-projects.js';

describe('Imported places', () => {
  it('of titles of Shotstack stay within the canvas, which is listed where they would leave it', async () => {
    const title = (position: string, offset: object) => ({
      clips: [{ asset: { type: 'title', text: 'Hi', size: 'small', position, offset }, start: 0, length: 2 }],
    });
    const tracks = [
      title('bottom', { y: -0.4 }),
      title('bottom', { x: 0.1, y: 0.25 }),
      title('left', { x: -0.1 }),
    ];
    const { clips, paths } = await videoOf('shotstack', {
      timeline: { tracks },
      output: { resolution: 'hd' },
    });
    const places = clips.map(({ position: { x, y } }: { position: { x: number; y: number } }) => [x, y]);
    expect(places).to.deep.equal([
      [0, 0],
      [128, -180],
      [0, 0],
    ]);
    const at = (track: number) => `timeline.tracks[${track}].clips[0].asset.offset`;
    expect(paths).to.deep.equal([`${at(0)}.y`, `${at(2)}.x`]);
  });

  it('in a corner of a video of any size are as far from it as their padding', async () => {
    const logo = { type: 'image', source: PHOTO, width: '60 vmin', height: '60 vmin', duration: 2 };
    const corner = { x: '100%', y: '0%', x_anchor: '100%', y_anchor: '0%' };
    const padding = { x_padding: '7 vmin', y_padding: '5 vmin' };
    const elements = [
      { type: 'video', source: PHOTO.replace('jpg', 'mp4') },
      { ...logo, ...corner, ...padding },
    ];
    const { clips, paths } = await videoOf('creatomate', { elements });
    expect(paths).to.deep.equal([]);
    expect(clips[0].position).to.not.have.property('relativeTo');
    expect(clips[1].position).to.deep.include({
      anchor: 'topRight',
      relativeTo: 'topRight',
      x: '-7vmin',
      y: '5vmin',
    });
    expect(clips[1].size).to.deep.equal({ width: '46vmin', height: '50vmin' });
  });

  it('of lower thirds of JSON2Video have the strips of their texts, and units of their own sides', async () => {
    const settings = { lead: { text: 'Below' }, headline: { text: 'Above' } };
    const lower = { type: 'component', component: 'basic/050', width: 960, settings };
    const row = {
      ...lower,
      component: 'basic/052',
      settings: { headline: { text: 'A' }, section: { text: 'B' } },
    };
    const movie = { resolution: 'full-hd', scenes: [{ duration: 2, elements: [lower, row] }] };
    const [strips, beside] = (await videoOf('json2video', movie)).clips[0].clips.slice(1);
    const [headline, above, lead] = strips.clips;
    expect(headline.shapeProperties.fill).to.equal('#FFFFFF');
    expect(headline.size.width).to.be.closeTo(960 * 0.92, 0.01);
    expect(above.textProperties).to.include({ content: 'Above', fontSize: 48 });
    expect(lead.position.y).to.be.greaterThan(headline.position.y);
    const [section, text] = beside.clips;
    expect(section.textProperties).to.deep.include({ content: 'B', fontSize: 24 });
    expect(text.clips[0].textProperties.textBackground.color).to.equal('#FFFFFF');
    expect(text.transition.in).to.include({ type: 'wipe', direction: 'right', duration: 520 });
    expect(text.position.x).to.be.greaterThan(section.position.x);
  });

  it('of rectangles and stars of JSON2Video are those of their settings, where their movement ends', async () => {
    const rectangle = { left: '90%', width: '50%', height: '20%', top: '10%', background: '#FF0000' };
    const moving = {
      ...rectangle,
      rotate: '30deg',
      animate: { left: '25%', rotate: '0deg', duration: '900' },
    };
    const rating = {
      'horizontal-align': 'left',
      value: '4',
      size: '50px',
      color: '#FFFF00',
      'off-color': '#333333',
    };
    const elements = [
      { type: 'component', component: 'shape/rectangle', settings: { rectangle1: moving }, duration: 2 },
      { type: 'component', component: 'advanced/070', settings: { rating }, duration: 2 },
    ];
    const { clips, paths } = await videoOf('json2video', {
      width: 1000,
      height: 500,
      scenes: [{ elements }],
    });
    const [, shape, stars] = clips[0].clips;
    expect(shape.clips[0].position).to.include({ x: 250, y: 50 });
    expect(shape.clips[0].size).to.deep.equal({ width: 500, height: 100 });
    expect(JSON.stringify(stars)).to.include('"★★★★"').and.to.include('#333333');
    expect(stars.textProperties).to.include({ textAlign: 'left', verticalAlign: 'middle' });
    expect(paths).to.deep.equal([0, 1].map((index) => `scenes[0].elements[${index}].component`));
  });

  it('of the moving box of JSON2Video change from one place to the other, inside of its element', async () => {
    const box = { final_width: '50%', initial_left: '100%', duration: '500', background: '#FF0000' };
    const element = { type: 'component', component: 'basic/100', settings: { box } };
    const movie = { width: 1000, height: 500, scenes: [{ duration: 2, elements: [element] }] };
    const { clips, paths } = await videoOf('json2video', movie);
    const [, group] = clips[0].clips;
    expect(group).to.deep.include({ size: { width: 1000, height: 500 }, clip: true });
    const [shape] = group.clips;
    expect(shape.shapeProperties.fill).to.equal('#FF0000');
    expect(shape.effects.shadow).to.include({ x: 2, y: 0, blur: 2 });
    const moved = (property: string, from: number, end: number) => ({
      property,
      points: [
        { time: 0, value: from },
        { time: 500, value: end, easing: 'easeOutElastic' },
      ],
    });
    expect(shape.keyframes).to.deep.equal([moved('position.x', 1000, 0), moved('size.width', 1000, 500)]);
    expect(paths).to.deep.equal([]);
  });

  it('of Creatomate may name the sides that they are anchored to', async () => {
    const shape = { type: 'shape', x: '10%', width: '20%', height: '20%', path: 'M 0 0 L 100 0 Z' };
    const anchored = (x_anchor: string, y_anchor: string) => ({ ...shape, x_anchor, y_anchor });
    const elements = [anchored('left', 'center'), anchored('right', 'bottom')];
    const { clips, paths } = await videoOf('creatomate', { width: 1000, height: 500, duration: 2, elements });
    const anchors = clips.map(({ position }: { position: { anchor: string } }) => position.anchor);
    expect([anchors, paths]).to.deep.equal([['left', 'bottomRight'], []]);
    expect(clips[0].shapeProperties.fill, 'of a shape without a colour').to.equal('transparent');
  });

  it('of Creatomate draw their line around round corners, from any place on', async () => {
    const path = 'M 0 0 L 100 0 L 100 100 L 0 100 L 0 0 Z';
    const line = { stroke_color: '#FFFFFF', stroke_width: 2, border_radius: 10, stroke_end: '25%' };
    const stroke_offset = [
      { time: 0, value: '0%' },
      { time: 1, value: '50%' },
    ];
    const shape = { type: 'shape', width: '10%', height: 40, path, ...line, stroke_offset };
    const canvas = { width: 1000, height: 500, duration: 2 };
    const { clips, paths } = await videoOf('creatomate', { ...canvas, elements: [shape] });
    expect(clips[0].shapeProperties).to.deep.include({
      shape: 'path',
      path: 'M10 0H90A10 10 0 0 1 100 10V30A10 10 0 0 1 90 40H10A10 10 0 0 1 0 30V10A10 10 0 0 1 10 0Z',
      trim: 0.25,
      trimOffset: 0,
    });
    expect(clips[0].keyframes[0].property).to.equal('shapeProperties.trimOffset');
    expect([clips[0].effects, paths]).to.deep.equal([undefined, []]);
    const unknown = await videoOf('creatomate', { duration: 2, elements: [shape] });
    expect(unknown.paths).to.deep.equal(['elements[0].border_radius']);
  });

  it('of Creatomate become other shapes, and other colours, while a stroke runs around them and ends', async () => {
    const over = (...values: ReadonlyArray<unknown>) => values.map((value, time) => ({ time, value }));
    const shape = {
      type: 'shape',
      width: '50%',
      height: 100,
      fill_color: over('#000000', '#FF0000'),
      path: over('M 0 0 L 100 0 V 100 Z', 'M 0 0 C 10 10 20 0 100 50 L 50% 100% Z'),
      stroke_color: '#00FF00',
      stroke_width: over('0 vmin', '10 vmin'),
      stroke_start: over('0%', '100%'),
      stroke_offset: over('0%', '50%'),
    };
    const canvas = { width: 400, height: 200, duration: 3 };
    const { clips, paths } = await videoOf('creatomate', { ...canvas, elements: [shape] });
    expect(paths).to.deep.equal([]);
    const [{ shapeProperties, keyframes }] = clips;
    expect(shapeProperties).to.deep.include({
      shape: 'path',
      fill: '#000000',
      stroke: { color: '#00FF00', width: 0 },
    });
    const values = keyframes.map(
      ({ property, points }: { property: string; points: ReadonlyArray<{ value: unknown }> }) => [
        property.replace('shapeProperties.', ''),
        ...points.map(({ value }) => value),
      ],
    );
    expect(values).to.deep.equal([
      ['fill', '#000000', '#FF0000'],
      [
        'path',
        'M0 0C0 0 200 0 200 0 200 0 200 100 200 100Z',
        'M0 0C20 10 40 0 200 50 200 50 100 100 100 100Z',
      ],
      ['stroke.width', 0, 20],
      ['trim', 1, 0],
      ['trimOffset', 0, 1.5],
    ]);
    const other = { ...shape, path: over('M 0 0 L 100 0 Z', 'M 0 0 L 100 0 L 50 50 Z') };
    const unlike = await videoOf('creatomate', { ...canvas, elements: [other] });
    expect(unlike.paths).to.deep.equal(['elements[0].path']);
  });

  it('of Creatomate that are looped play until the video ends, or as often as is stated', async () => {
    const looped = (more: object) => {
      const shape = { type: 'shape', fill_color: '#FFFFFF', duration: 1 };
      return { type: 'composition', duration: 2, loop: true, elements: [shape], ...more };
    };
    const timesOf = async (more: object) => {
      const { clips, paths } = await videoOf('creatomate', { duration: 7, elements: [looped(more)] });
      const times = clips.map(({ timeFrame }: { timeFrame: object }) => Object.values(timeFrame));
      expect(new Set(clips.map(({ id }: { id: string }) => id)).size).to.equal(times.length);
      return [times, paths];
    };
    const all = [
      [1000, 3000],
      [3000, 5000],
      [5000, 7000],
    ];
    expect(await timesOf({ time: 1 })).to.deep.equal([all, []]);
    expect(await timesOf({ plays: 2 })).to.deep.equal([
      [
        [0, 2000],
        [2000, 4000],
      ],
      [],
    ]);
    const [[whole], paths] = await timesOf({ duration: 0.01 });
    expect([whole, paths]).to.deep.equal([[0, 10], ['elements[0].loop']]);
  });

  it('of Creatomate have their padding inside of their box, on the side of their anchor too', async () => {
    const padded = { type: 'image', source: PHOTO, width: 200, height: 100, x_padding: 20, y_padding: 10 };
    const corner = { ...padded, x_alignment: '0%', x: '0%', y: '100%', x_anchor: '0%', y_anchor: '100%' };
    const { clips } = await videoOf('creatomate', { width: 400, height: 300, elements: [padded, corner] });
    expect(clips[0].position).to.deep.include({ anchor: 'center', x: '50%', y: '50%' });
    expect(clips[1].position).to.deep.include({ anchor: 'bottomLeft', x: 20, y: 290 });
    expect(clips[1].fitAlign.x).to.equal(0);
    for (const { size } of clips) expect(size).to.deep.equal({ width: 160, height: 80 });
  });

  it('of what is behind a composition of Creatomate are behind its padding too', async () => {
    const inner = { type: 'shape', shape: 'rectangle', fill_color: '#00FF00' };
    const composition = { type: 'composition', x_padding: '10%', fill_color: '#FF0000', elements: [inner] };
    const script = { width: 800, height: 600, duration: 2, elements: [composition] };
    const { clips, paths } = await videoOf('creatomate', script);
    expect(clips[0].size.width).to.equal(640);
    expect(clips[0].clips[0].size).to.deep.equal({ width: 800, height: 600 });
    expect(clips[0].clips[0].position).to.include({ x: '50%', anchor: 'center' });
    expect(paths).to.deep.equal([]);
    const stops = [
      { offset: '0%', color: '#FFFFFF' },
      { offset: '100%', color: '#0000FF' },
    ];
    const gradient = await videoOf('creatomate', { ...script, elements: [{ ...inner, fill_color: stops }] });
    expect(gradient.clips[0].shapeProperties.fill.type).to.equal('linear');
    expect(gradient.paths).to.deep.equal([]);
  });
});

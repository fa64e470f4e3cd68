import { expect } from 'chai';
import { areaOf, frames, surface } from '../../../support/pictures/scenes.js';
import { track } from '../../../support/pictures/keyframes.js';
import {
  BOX,
  COLORS,
  draw,
  FULL,
  hex,
  METADATA,
  near,
  SEPARABLE,
  shape,
  WHOLE_COLORS,
} from '../../../support/pictures/looks.js';

describe('The look of clips', () => {
  it('blends by the formulas of CSS, within two levels', () => {
    for (const backdrop of COLORS)
      for (const source of COLORS) {
        const [b, s] = [backdrop.map((c) => c / 255), source.map((c) => c / 255)];
        const found = (blendMode: string) =>
          draw([shape(hex(backdrop)), shape(hex(source), { effects: { blendMode } })]).at(60, 40);
        for (const [mode, formula] of Object.entries(SEPARABLE))
          near(
            found(mode),
            b.map((value, channel) => 255 * formula(value, s[channel] ?? 0)),
            2,
            `${mode}: ${source.join()} on ${backdrop.join()}`,
          );
        for (const [mode, formula] of Object.entries(WHOLE_COLORS))
          near(
            found(mode),
            formula(b, s).map((c) => c * 255),
            2,
            `${mode}: ${source.join()} on ${backdrop.join()}`,
          );
      }
  });

  it('blends a shape and its stroke as one', () => {
    const metadata = { backgroundColor: '#808080' };
    const stroke = { width: 10, color: '#808080' };
    const effects = { blendMode: 'multiply' };
    const shapeProperties = { shape: 'rectangle', fill: '#808080', stroke };
    // Inside the box, half of the stroke is above the fill.
    expect(draw([shape('', { ...BOX, effects, shapeProperties })], metadata).at(22, 40)).to.deep.equal([
      64, 64, 64, 255,
    ]);
  });

  it('has rounded corners that shrink as in CSS', () => {
    const round = (borderRadius: unknown) =>
      areaOf(draw([shape('#FFFFFF', { ...BOX, effects: { borderRadius } })]));
    const cut = (radius: number): number => (1 - Math.PI / 4) * radius ** 2;
    // Skia draws an arc as a few chords.
    expect(round(10)).to.be.closeTo(3200 - 4 * cut(10), 12);
    expect(round([10, 0, 0, 0])).to.be.closeTo(3200 - cut(10), 3);
    expect(round(1000)).to.be.closeTo(3200 - 4 * cut(20), 6);
  });

  it('casts a shadow whose standard deviation is half its blur', () => {
    const shadow = { x: 30, y: 10, blur: 8, color: '#FFFFFF' };
    const picture = draw([
      shape('#FF0000', { ...BOX, size: { width: 40, height: 30 }, effects: { shadow } }),
    ]);
    expect(picture.at(30, 30)).to.deep.equal([255, 0, 0, 255]);
    expect(picture.at(78, 45)[1]).to.be.above(240);
    expect((picture.at(89, 45)[1] + picture.at(90, 45)[1]) / 2).to.be.closeTo(127, 10);
    expect((picture.at(93, 45)[1] + picture.at(94, 45)[1]) / 2).to.be.closeTo(255 * 0.159, 10);
  });

  it('fades a shadow and what casts it as one', () => {
    const shadow = { x: 10, y: 0, blur: 0, color: '#FF0000' };
    const picture = draw([shape('#00FF00', { ...BOX, effects: { opacity: 0.5, shadow } })]);
    near(picture.at(60, 40), [0, 128, 0], 1, 'the clip');
    near(picture.at(105, 40), [128, 0, 0], 1, 'its shadow');
  });

  it('masks a border too, and softens corners and masks with a clip that comes from a blur', () => {
    const mask = { id: 'm', type: 'shape', timeFrame: { end: 1000 }, size: BOX.size };
    const half = { ...mask, shapeProperties: { shape: 'path', path: 'M0 0H40V40H0Z', fill: '#FFFFFF' } };
    const border = { width: 4, color: '#FF0000' };
    const bordered = draw([half, shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm' }, border } })]);
    expect(bordered.at(21, 40)).to.deep.equal([255, 0, 0, 255]);
    expect(bordered.at(98, 40)).to.deep.equal([0, 0, 0, 255]);
    const transition = { in: { type: 'blur', duration: 1000, radius: 10, fade: false } };
    const whole = { ...mask, shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' } };
    const beyond = (effects: object): number =>
      draw([whole, shape('#FFFFFF', { ...BOX, effects, transition })]).at(16, 40)[1];
    expect(beyond({})).to.be.above(60);
    expect(beyond({ borderRadius: 4 })).to.be.closeTo(beyond({}), 4);
    expect(beyond({ mask: { clip: 'm' } })).to.be.closeTo(beyond({}), 1);
  });

  it('masks by alpha and by luma, also inverted', () => {
    const mask = { id: 'm', type: 'shape', timeFrame: { end: 1000 }, size: BOX.size };
    const half = { ...mask, shapeProperties: { shape: 'path', path: 'M0 0H40V40H0Z', fill: '#808080' } };
    const lit = (mode: string) => {
      const picture = draw([half, shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm', mode } } })]);
      return [picture.at(30, 40)[1], picture.at(90, 40)[1], picture.at(5, 5)[1]];
    };
    expect(lit('alpha')).to.deep.equal([255, 0, 0]);
    expect(lit('alphaInverted')).to.deep.equal([0, 255, 0]);
    near(lit('luma'), [128, 0, 0], 1, 'luma');
    near(lit('lumaInverted'), [127, 255, 0], 1, 'lumaInverted');
  });

  it('hides a clip while its mask is not shown, also if that is never', () => {
    for (const timeFrame of [
      { start: 500, end: 1000 },
      { start: 5000, end: 6000 },
    ])
      for (const [mode, area] of [
        ['alpha', 0],
        ['luma', 0],
        ['alphaInverted', 3200],
      ] as const) {
        const picture = draw([
          { id: 'm', ...shape('#FFFFFF', { ...BOX, timeFrame }) },
          shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm', mode } } }),
        ]);
        expect(areaOf(picture), `${mode} ${timeFrame.start}`).to.equal(area);
      }
  });

  it('fits the box of a clip that is a mask into the masked box, wherever it is and however it is scaled', () => {
    const masked = (more: object) =>
      draw([
        {
          id: 'm',
          type: 'shape',
          timeFrame: { end: 1000 },
          size: BOX.size,
          shapeProperties: { shape: 'ellipse', fill: '#FFFFFF' },
          ...more,
        },
        shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm' } } }),
      ]);
    const ellipse = masked({});
    expect(areaOf(ellipse)).to.be.closeTo((Math.PI * 80 * 40) / 4, 8);
    for (const position of [
      { x: 37, y: 22 },
      { anchor: 'bottomRight', relativeTo: 'center', x: '10%' },
    ])
      expect(masked({ position }).rgba).to.deep.equal(ellipse.rgba);
    const doubled = masked({ position: { x: -50 }, transform: { scale: { x: 2, y: 0.5 } } });
    expect(areaOf(doubled)).to.be.closeTo(areaOf(ellipse), 20);
    const moving = { position: { x: 37 }, keyframes: [track('position.x', [0, 37], [1000, 77])] };
    expect(masked(moving).rgba).to.deep.equal(ellipse.rgba);
  });

  it('keys out a colour before the media is scaled, so that it does not bleed into edges', () => {
    const metadata = { ...METADATA, backgroundColor: '#0000FF' };
    const keyed = (more: object = {}) => ({
      type: 'image',
      source: 'stripes',
      timeFrame: { end: 1000 },
      ...FULL,
      effects: { chromaKey: { color: '#00FF00', spill: false } },
      ...more,
    });
    const stripes = (width: number, height: number, stripe: number) =>
      surface(width, height, (context) => {
        for (let x = 0; x < width; x += stripe) {
          context.fillStyle = (x / stripe) % 2 === 0 ? '#00FF00' : '#FF0000';
          context.fillRect(x, 0, stripe, height);
        }
      });
    const fine = stripes(480, 320, 2);
    for (const fit of ['stretch', 'cover', 'contain']) {
      const smaller = frames(metadata, [keyed({ fit })], { stripes: fine })(0);
      for (const x of [7, 60, 101]) near(smaller.at(x, 40), [128, 0, 128], 4, `${fit} at ${x}`);
    }
    const larger = frames(metadata, [keyed()], { stripes: stripes(12, 8, 3) })(0);
    const greens = Array.from({ length: 120 }, (_, x) => larger.at(x, 40)[1]);
    expect(Math.max(...greens)).to.be.at.most(2);
    const blurred = frames(metadata, [keyed({ fit: 'containBlur' })], { stripes: stripes(12, 4, 3) })(0);
    expect(Math.max(...Array.from({ length: 120 }, (_, x) => blurred.at(x, 5)[1]))).to.be.at.most(2);
  });

  it('keys out a colour of other clips than media where they are drawn', () => {
    const effects = { chromaKey: { color: '#00FF00', spill: false } };
    const green = shape('#00FF00', { ...BOX, size: { width: 40, height: 40 } });
    const group = {
      type: 'group',
      timeFrame: { end: 1000 },
      ...FULL,
      clips: [shape('#FF0000'), green],
      effects,
    };
    const picture = draw([group], { backgroundColor: '#0000FF' });
    expect(picture.at(40, 40)).to.deep.equal([0, 0, 255, 255]);
    expect(picture.at(80, 40)).to.deep.equal([255, 0, 0, 255]);
  });

  it('keys out a colour, and removes its spill', () => {
    const screen = surface(120, 80, (context) => {
      for (const [x, fill] of ['#00FF00', '#20E020', '#C08060', '#608040'].entries()) {
        context.fillStyle = fill;
        context.fillRect(x * 30, 0, 30, 80);
      }
    });
    const keyed = (spill: boolean) =>
      frames(
        { ...METADATA, backgroundColor: '#0000FF' },
        [
          {
            type: 'image',
            source: 'screen',
            timeFrame: { end: 1000 },
            ...FULL,
            effects: { chromaKey: { color: '#00FF00', spill, similarity: 0.2 } },
          },
        ],
        { screen },
      )(0);
    expect(keyed(false).at(15, 40)).to.deep.equal([0, 0, 255, 255]);
    expect(keyed(false).at(45, 40)).to.deep.equal([0, 0, 255, 255]);
    expect(keyed(false).at(75, 40)).to.deep.equal([0xc0, 0x80, 0x60, 255]);
    expect(keyed(true).at(105, 40)[1]).to.be.closeTo(0x50, 1);
  });
});

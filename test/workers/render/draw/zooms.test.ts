import { expect } from 'chai';
import { greatestDifference } from '../../../support/pictures/ink.js';
import { frames } from '../../../support/pictures/scenes.js';
import { METADATA } from '../../../support/pictures/moving-boxes.js';

const CENTRE = { position: { x: 60, y: 40, anchor: 'center' } };
const TIME = { timeFrame: { end: 1000 } };

/** Clips whose lengths are multiplied by `k`. */
const CLIPS: Readonly<Record<string, (k: number) => object>> = {
  'rounded corners': (k) => ({ effects: { borderRadius: 12 * k } }),
  'four corners': (k) => ({ effects: { borderRadius: [12 * k, 0, 4 * k, 20 * k] } }),
  'a border': (k) => ({ effects: { border: { width: 6 * k, color: '#FF0000' }, borderRadius: 8 * k } }),
  'a shadow': (k) => ({ effects: { shadow: { x: 10 * k, y: 6 * k, blur: 8 * k, color: '#FFFF00' } } }),
  'a blur': (k) => ({ effects: { filters: [{ type: 'blur', amount: 4 * k }] } }),
  squares: (k) => ({
    shapeProperties: { shape: 'star', fill: '#FFFFFF' },
    effects: { filters: [{ type: 'pixelate', amount: 8 * k }] },
  }),
  'a stroke': (k) => ({
    shapeProperties: { shape: 'ellipse', fill: '#0000FF', stroke: { width: 6 * k, color: '#FFFFFF' } },
  }),
  'a stroke, drawn as a layer': (k) => ({
    shapeProperties: { shape: 'ellipse', fill: '#0000FF', stroke: { width: 6 * k, color: '#FFFFFF' } },
    effects: { opacity: 0.5 },
  }),
  'a path': (k) => ({
    shapeProperties: {
      shape: 'path',
      path: `M${-10 * k} ${4 * k}L${60 * k} ${36 * k}L${20 * k} ${50 * k}Z`,
      fill: '#FFFFFF',
    },
  }),
  points: (k) => ({
    shapeProperties: {
      shape: 'line',
      points: [
        { x: 0, y: 20 * k },
        { x: 60 * k, y: 8 * k },
      ],
      stroke: { width: 4 * k, color: '#FFFFFF' },
    },
  }),
};

const clipOf = (look: (k: number) => object, k: number, more: object = {}) => ({
  type: 'shape',
  ...TIME,
  ...CENTRE,
  size: { width: 80 * k, height: 40 * k },
  shapeProperties: { shape: 'rectangle', fill: '#0080FF' },
  ...look(k),
  ...more,
});

describe('A clip that zooms', () => {
  for (const [name, look] of Object.entries(CLIPS))
    it(`is drawn larger or smaller as a whole: ${name}`, () => {
      const zoom = (from: number) => ({ type: 'zoom', from, duration: 1000, fade: false });
      const still = (k: number) => frames(METADATA, [clipOf(look, k)])(0).rgba;
      const zooming = (transition: object, frame: number) =>
        frames(METADATA, [clipOf(look, 1, { transition })])(frame).rgba;
      for (const [from, frame, k] of [
        [0.5, 0, 0.5],
        [0, 5, 0.5],
        [1.5, 0, 1.5],
      ] as const) {
        const shown = zooming({ in: zoom(from) }, frame);
        expect(greatestDifference(shown, still(k)), `from ${from}`).to.be.at.most(6);
        expect(greatestDifference(shown, still(1)), 'a change').to.be.above(60);
      }
      expect(greatestDifference(zooming({ out: zoom(0) }, 5), still(0.5)), 'out').to.be.at.most(6);
    });

  it('shows the same bars of a waveform at every size', () => {
    const waveform = (k: number, more: object = {}) => ({
      type: 'waveform',
      ...TIME,
      ...CENTRE,
      size: { width: 80 * k, height: 40 * k },
      waveformProperties: { clip: 'sound', barWidth: 8 * k, gap: 8 * k, minHeight: 8 * k },
      ...more,
    });
    const sound = { id: 'sound', type: 'audio', source: 'a.wav', ...TIME };
    const drawn = (clip: object) => frames(METADATA, [sound, clip])(0).rgba;
    const transition = { in: { type: 'zoom', from: 0.5, duration: 1000, fade: false } };
    expect(greatestDifference(drawn(waveform(1, { transition })), drawn(waveform(0.5)))).to.be.at.most(6);
  });
});

import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';

const problems = (type: string, property: string, value: unknown, more: object = {}) => {
  const own = {
    image: { source: 'https://example.com/a.png' },
    text: { textProperties: { content: 'a' } },
    shape: { shapeProperties: { shape: 'ellipse' } },
  }[type];
  const clip = {
    type,
    timeFrame: { end: 1000 },
    ...own,
    keyframes: [{ property, points: [{ time: 0, value }] }],
    ...more,
  };
  const body = CreateVideoBody.decode({ metadata: { name: 'a', duration: 1000 }, clips: [clip] });
  return E.isLeft(body)
    ? body.left.map(({ context, message }) => `${context.at(-1)?.key ?? ''} ${message ?? ''}`)
    : [];
};

describe('The property of keyframes', () => {
  it('exists for the type of the clip', () => {
    expect(problems('text', 'textProperties.color', '#FFF')).to.deep.equal([]);
    expect(problems('image', 'crop.left', 0.2)).to.deep.equal([]);
    expect(problems('shape', 'shapeProperties.trim', 0.5)).to.deep.equal([]);
    for (const [type, property, value] of [
      ['image', 'textProperties.color', '#FFF'],
      ['text', 'crop.left', 0.2],
      ['text', 'shapeProperties.trim', 0.5],
    ] as const)
      expect(problems(type, property, value)).to.deep.equal([
        `property must not be set on a clip of type ${type}`,
      ]);
  });

  it('has path data as values with the same commands at each time, or colours', () => {
    const of = (property: string, ...values: ReadonlyArray<unknown>) =>
      problems('shape', property, 0, {
        shapeProperties: { shape: 'path', path: 'M0 0L1 1' },
        keyframes: [{ property, points: values.map((value, time) => ({ time, value })) }],
      });
    expect(of('shapeProperties.path', 'M0 0L1 1', 'M0,0 L 20 -3.5')).to.deep.equal([]);
    expect(of('shapeProperties.path', 'M0 0L1 1', 'M0 0H20')).to.deep.equal([
      'points must have the same commands in each path',
    ]);
    expect(of('shapeProperties.path', 'M0 0L1')).to.have.length(1);
    expect(of('shapeProperties.path', 3)).to.deep.equal([
      'points must have path data without arcs as values',
    ]);
    expect(of('shapeProperties.fill', '#FFF', 'transparent')).to.deep.equal([]);
    expect(of('shapeProperties.fill', 'M0 0')).to.deep.equal(['points must have colours as values']);
  });

  it('is a known one, and errors list the known ones', () => {
    const [problem, ...others] = problems('image', 'position.z', 1);
    expect(others).to.deep.equal([]);
    expect(problem).to.match(/^property must be one of position\.x, position\.y, size\.width, /);
    const named = /one of (.*), or effects\.filters\[0\]\.amount/.exec(problem ?? '')?.[1]?.split(', ') ?? [];
    expect(named).to.include.members(['volume', 'crop.left', 'textProperties.color', 'timeFrame.speed']);
    const known = (property: string) => !problems('image', property, 1).includes(problem ?? '');
    for (const property of named) expect(known(property), property).to.equal(true);
  });

  it('is a filter of the clip that has an amount', () => {
    const filters = [
      { type: 'blur', amount: 2 },
      { type: 'lut', source: 'https://example.com/a.cube' },
    ];
    const problem = ['property must be the amount of a filter of this clip'];
    const of = (index: number) =>
      problems('image', `effects.filters[${index}].amount`, 1, { effects: { filters } });
    expect(of(0)).to.deep.equal([]);
    expect(of(1)).to.deep.equal(problem);
    expect(of(2)).to.deep.equal(problem);
    expect(problems('image', 'effects.filters[0].amount', 1)).to.deep.equal(problem);
  });

  it('has amounts that the filter accepts without keyframes', () => {
    const of = (type: string, value: number) =>
      problems('image', 'effects.filters[1].amount', value, {
        effects: { filters: [{ type: 'invert' }, { type }] },
      });
    for (const [type, least, most] of [
      ['blur', 0, 200],
      ['brightness', 0, 10],
      ['grayscale', 0, 1],
      ['pixelate', 1, 500],
      ['hueRotate', -36_000, 36_000],
      ['temperature', -1, 1],
    ] as const) {
      const problem = [`points must have values from ${least} to ${most}`];
      expect(of(type, least), type).to.deep.equal([]);
      expect(of(type, most), type).to.deep.equal([]);
      expect(of(type, least - 0.1), type).to.deep.equal(problem);
      expect(of(type, most + 0.1), type).to.deep.equal(problem);
    }
  });

  it('leaves part of the media when it crops', () => {
    const [across, down] = [
      'must leave part of the width when crop.left and crop.right are added',
      'must leave part of the height when crop.top and crop.bottom are added',
    ];
    const of = (crop: object, tracks: Readonly<Record<string, ReadonlyArray<number>>>) => {
      const keyframes = Object.entries(tracks).map(([edge, values]) => ({
        property: `crop.${edge}`,
        points: values.map((value, index) => ({ time: index * 100, value })),
      }));
      const clip = {
        type: 'image',
        source: 'https://example.com/a.png',
        timeFrame: { end: 1000 },
        crop,
        keyframes,
      };
      const body = CreateVideoBody.decode({ metadata: { name: 'a', duration: 1000 }, clips: [clip] });
      return E.isLeft(body)
        ? body.left.map(
            ({ context, message }) =>
              `${context.at(-2)?.key ?? ''} ${context.at(-1)?.key ?? ''} ${message ?? ''}`,
          )
        : [];
    };
    expect(of({}, { left: [0, 0.999] })).to.deep.equal([]);
    expect(of({}, { left: [0, 1] })).to.deep.equal([`0 points ${across}`]);
    expect(of({ right: 0.4 }, { left: [0, 0.6] })).to.deep.equal([`0 points ${across}`]);
    expect(of({ right: 0.4 }, { left: [0, 0.5] })).to.deep.equal([]);
    // Keyframes replace the crop at rest.
    expect(of({ left: 0.5 }, { left: [0.1], right: [0.8] })).to.deep.equal([]);
    expect(of({}, { top: [0, 0.9, 0], bottom: [0, 0.2, 0.9] })).to.deep.equal([`1 points ${down}`]);
    expect(of({}, { top: [0.9, 0], bottom: [0, 0.9] })).to.deep.equal([]);
    // At a point of one track, the other one is interpolated.
    expect(of({}, { top: [0, 0.5, 0.8], bottom: [0.4, 0, 0.1] })).to.deep.equal([]);
  });

  it('has points whose times rise strictly', () => {
    const of = (...times: ReadonlyArray<number>) => {
      const points = times.map((time) => ({ time, value: 0.5 }));
      const keyframes = [{ property: 'effects.opacity', points }];
      const clip = {
        type: 'shape',
        timeFrame: { end: 1000 },
        shapeProperties: { shape: 'ellipse' },
        keyframes,
      };
      const body = CreateVideoBody.decode({ metadata: { name: 'a', duration: 1000 }, clips: [clip] });
      return E.isLeft(body) ? body.left.map(({ message }) => message) : [];
    };
    const problem = ['must be in strictly increasing order of time'];
    expect(of(0, 0.5, 1, 5000)).to.deep.equal([]);
    expect(of(0, 1, 1)).to.deep.equal(problem);
    expect(of(0, 2, 1)).to.deep.equal(problem);
    expect(of()).to.deep.equal(['must have at least 1 item']);
    expect(of(-1, 0)).to.have.length(1);
  });
});

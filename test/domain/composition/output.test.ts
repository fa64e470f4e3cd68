import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { FORMATS, type OutputFormat } from '../../../domain/composition/fields/output-formats.js';
import { Outputs } from '../../../domain/composition/fields/output.js';
import { outputSize, sizeFilters } from '../../../workers/render/compose/output-size.js';
import { plannedFiles } from '../../../workers/render/run/outputs/output-files.js';
import { scenesOf } from '../../../workers/render/run/outputs/gif-palettes.js';

const problemsOf = (value: unknown): ReadonlyArray<string> => {
  const decoded = decode(Outputs, value);
  return E.isLeft(decoded) ? decoded.left : [];
};

describe('Outputs of a request', () => {
  it('are one or up to eight, and decode to a list', () => {
    expect(decode(Outputs, { format: 'gif' })).to.deep.equal(E.right([{ format: 'gif' }]));
    expect(problemsOf([])).to.have.length(1);
    expect(problemsOf(Array.from({ length: 9 }, () => ({ format: 'gif' })))).to.have.length(1);
    for (const format of Object.keys(FORMATS)) expect(problemsOf({ format })).to.deep.equal([]);
  });

  it('reject settings that their format does not have', () => {
    for (const wrong of [
      { format: 'webm', codec: 'h264' },
      { format: 'wav', quality: 50 },
      { format: 'mp3', size: { width: 100 } },
      { format: 'png', fps: 10 },
      { format: 'jpg', range: { from: 0, to: 10 } },
      { format: 'mp4', at: 10 },
      { format: 'mp4', loop: false },
      { format: 'webp', at: 10, fps: 5 },
      { format: 'm4a', poster: {} },
      { format: 'mp4', range: { from: 10, to: 10 } },
      { format: 'avi' },
    ])
      expect(problemsOf(wrong), JSON.stringify(wrong)).to.have.length(1);
  });
});

const side = fc.integer({ min: 16, max: 4000 });

describe('The size of an output', () => {
  it('is the requested one, rounded to even numbers if the format requires that, and the filters produce it', () => {
    fc.assert(
      fc.property(
        fc.record({ width: side, height: side }),
        fc.record({ width: side, height: side }, { requiredKeys: [] }),
        fc.constantFrom('contain', 'cover', 'stretch'),
        fc.boolean(),
        (canvas, requested, fit, isEven) => {
          const even = { width: canvas.width * 2, height: canvas.height * 2 };
          const size = outputSize(even, { fit, ...requested }, isEven);
          for (const key of ['width', 'height'] as const) {
            if (requested[key] !== undefined)
              expect(size[key] - requested[key]).to.be.within(0, isEven && requested[key] % 2 === 1 ? 1 : 0);
            if (isEven) expect(size[key] % 2).to.equal(0);
          }
          const filters = sizeFilters(even, size, fit, isEven);
          const last = filters.at(-1) ?? `scale=w=${even.width}:h=${even.height}`;
          expect(last).to.match(
            new RegExp(`^(scale=w=${size.width}:h=${size.height}|(pad|crop)=${size.width}:${size.height}:)`),
          );
        },
      ),
    );
  });
});

describe('The files of a render', () => {
  it('have keys of their own, in the order of the request', () => {
    const formats = fc.constantFrom(...(Object.keys(FORMATS) as OutputFormat[]));
    fc.assert(
      fc.property(fc.array(formats, { minLength: 1, maxLength: 8 }), (list) => {
        const outputs = list.map((format) =>
          FORMATS[format].kind === 'video'
            ? { format, poster: { at: 0, format: 'jpg' as const } }
            : { format },
        );
        const files = plannedFiles(outputs, 'stem');
        expect(files[0]?.key).to.match(/^stem\.\w+$/);
        expect(new Set(files.map(({ key }) => key)).size).to.equal(files.length);
        expect(
          files.filter(({ role }) => role === 'output').map(({ output }) => output.format),
        ).to.deep.equal(list);
      }),
    );
  });
});

describe('The scenes of a GIF', () => {
  it('follow each other without a gap', () => {
    const cut = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(fc.array(cut), fc.integer({ min: 1, max: 1000 }), (cuts, frames) => {
        const layers = cuts
          .filter((at) => at < frames)
          .map((to) => ({ _tag: 'Pictures', layerSource: 0, cues: [], span: { from: 0, to } }) as const);
        const span = { from: 0, to: frames };
        const scenes = scenesOf({ frames, span, rate: { num: 10, den: 1 }, pieces: [{ span, layers }] });
        expect(scenes[0]?.from).to.equal(0);
        expect(scenes.at(-1)?.to).to.equal(frames);
        scenes.forEach(({ from, to }, n) => {
          expect(to).to.be.greaterThan(from);
          expect(from).to.equal(n === 0 ? 0 : scenes[n - 1]?.to);
        });
      }),
    );
  });
});

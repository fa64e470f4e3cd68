import { expect } from 'chai';
import { decode } from '../../../domain/codec/codec.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { CreateRenderBody, CreateVideoBody, PatchVideoBody } from '../../../domain/composition/requests.js';
import { rightOf } from '../../support/right-of.js';
import { body, caption, type Json, problems, problemsIn, text } from '../../support/api/codec-checks.js';

describe('codecs: reporting all problems at once', () => {
  it('reports each problem with its path, including unknown fields', () => {
    const wrong = {
      metadata: { name: '', duration: 0, fps: 'x', canvas: { width: 1, depth: 1 }, redirectUrl: 'x' },
      clips: [
        text({ voulme: 1, timeFrame: { start: 5, end: 5 } }),
        'clip',
        { type: 'video', timeFrame: { start: -1, end: 0 }, volume: 11, size: { width: 0 } },
      ],
      extra: 1,
    };
    expect(problems(wrong)).to.have.members([
      'extra is not a known field',
      'metadata.redirectUrl is not a known field',
      'metadata.name must have 1 to 255 characters',
      'metadata.duration must be a number from 1 to 14400000',
      'metadata.fps must be a number from 1 to 120',
      'metadata.canvas.depth is not a known field',
      'metadata.canvas.width must be a whole number from 16 to 7680',
      'clips[0].voulme is not a known field; did you mean volume?',
      'clips[0].timeFrame.end must be greater than clips[0].timeFrame.start',
      'clips[1] must be an object',
      'clips[2].timeFrame.start must be a number of at least 0',
      'clips[2].volume must be a number from 0 to 10',
      'clips[2].size.width must be a number greater than 0 and at most 16384',
      'clips[2].source is required',
    ]);
  });

  it('names the known field that an unknown one resembles', () => {
    const unknown = { Source: 1, sourceUrl: 2, timeframe: 3, vol: 4, zz: 5, x: 6, ['v'.repeat(100_000)]: 7 };
    const clip = { type: 'image', source: 'https://a.example/x.png', timeFrame: { end: 1000 }, ...unknown };
    const metadata = { name: 'n', duration: 1000, canvas: { width: 640, height: 360 } };
    expect(problems({ metadata, clips: [clip] }).map((line) => line.replace(/v{9,}/, 'v…'))).to.deep.equal([
      'clips[0].Source is not a known field; did you mean source?',
      'clips[0].sourceUrl is not a known field; did you mean source?',
      'clips[0].timeframe is not a known field; did you mean timeFrame?',
      'clips[0].vol is not a known field; did you mean volume?',
      'clips[0].zz is not a known field',
      'clips[0].x is not a known field',
      'clips[0].v… is not a known field',
    ]);
  });

  it('says that numbers are accepted if a text is not valid, such as a number in quotes or with a unit', () => {
    const metadata = { name: 'n', duration: '5000', canvas: { width: '1920', height: 'AUTO' } };
    const image = {
      type: 'image',
      source: 'https://a.example/x.png',
      timeFrame: { end: '5000' },
      position: { x: '10px' },
      size: { width: '640', height: 'Auto' },
      keyframes: [{ property: 'position.x', points: [{ time: 0, value: '10px' }] }],
      transition: { in: { type: 'slide', distance: '40' } },
    };
    expect(
      problems({ metadata, clips: [image, text({}, { fontSize: '24px', padding: '4px' })] }),
    ).to.have.members([
      'metadata.duration must be a number or auto',
      'metadata.canvas.width must be a whole number or auto',
      'metadata.canvas.height must be a whole number or auto',
      'clips[0].timeFrame.end must be a number, source or video',
      'clips[0].position.x must be a number or a length like 12.5%, 3vw, 3vh or 3vmin',
      'clips[0].size.width must be a number, auto or a positive length like 12.5%, 3vw, 3vh or 3vmin',
      'clips[0].size.height must be a number, auto or a positive length like 12.5%, 3vw, 3vh or 3vmin',
      'clips[0].keyframes[0].points[0].value must be a number, a colour, path data or a length like 12.5%, 3vw, 3vh or 3vmin',
      'clips[0].transition.in.distance must be a number or canvas',
      'clips[1].textProperties.fontSize must be a number or a positive length like 12.5%, 3vw, 3vh or 3vmin',
      'clips[1].textProperties.padding must be a number or a length like 12.5%, 3vw, 3vh or 3vmin, not negative',
    ]);
  });

  it('refuses unsafe field names', () => {
    expect(
      problems(JSON.parse('{"metadata":{"name":"n","duration":1,"__proto__":{"fps":1}},"clips":[]}')),
    ).to.deep.equal(['metadata.__proto__ is not a known field']);
  });
});

describe('codecs: other request bodies', () => {
  it('accepts a render with captions', () => {
    const sent = { ...body(), autoGenerateCaptionWords: true, captionLanguageCode: 'en-US' };
    expect(rightOf(decode(CreateRenderBody, sent))).to.include({
      autoGenerateCaptionWords: true,
      captionLanguageCode: 'en-US',
    });
    expect(rightOf(decode(CreateRenderBody, { metadata: body().metadata })).clips).to.deep.equal([]);
    expect(problemsIn(CreateRenderBody)({ ...sent, captionLanguageCode: 'de' })).to.deep.equal([
      'captionLanguageCode must be one of en, en-US',
    ]);
  });

  it('accepts a patch of any part, and null only for the free-form part', () => {
    expect(problemsIn(PatchVideoBody)({})).to.deep.equal([]);
    expect(problemsIn(PatchVideoBody)({ metadata: { backgroundColor: { angle: 45 } } })).to.deep.equal([]);
    expect(problemsIn(PatchVideoBody)({ additional: null })).to.deep.equal([]);
    expect(problemsIn(PatchVideoBody)({ clips: null, metadata: null })).to.have.length(2);
  });

  it('drops the sign of negative zero, which JSON cannot represent', () => {
    const { position } =
      rightOf(decode(CreateVideoBody, body({}, [text({ position: { x: -0 } })]))).clips[0] ?? {};
    expect(Object.is(position?.x, 0)).to.equal(true);
  });
});

describe('codecs: number of reported problems', () => {
  const unknown = (count: number): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));

  it('reports the first hundred and then how many more there are', () => {
    const found = problems(body({}, [text(unknown(60)), text(unknown(60))]));
    expect(found).to.have.length(101);
    expect(found[0]).to.equal('clips[0].f0 is not a known field');
    expect(found[99]).to.equal('clips[1].f39 is not a known field');
    expect(found[100]).to.equal('and 20 more problems');
  });

  it('reports exactly one hundred in full', () => {
    const found = problems(body({}, [text(unknown(100))]));
    expect(found).to.have.length(100);
    expect(found[99]).to.equal('clips[0].f99 is not a known field');
    expect(problems(body({}, [text(unknown(101))])).at(-1)).to.equal('and 1 more problem');
  });

  it('counts more problems than a function call can have arguments, in lists, objects and patches', () => {
    const word = { start: 0, end: 0, word: 'a', ...unknown(8) };
    const words = Array.from({ length: LIMITS.captionWords }, () => word);
    expect(problems(body({}, [caption({ words })])).at(-1)).to.equal('and 159900 more problems');
    const clips = Array.from({ length: LIMITS.clips }, () => text(unknown(160)));
    expect(problemsIn(PatchVideoBody)({ clips, ...unknown(150_000) }).at(-1)).to.equal(
      'and 309900 more problems',
    );
  });
});

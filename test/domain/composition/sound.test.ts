import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { fadeGain, fadesWithin, panMatrix } from '../../../domain/composition/animation/sound-gain.js';
import { movementOf } from '../../../domain/composition/animation/movement.js';
import { changesBetween } from '../../../domain/composition/changes.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { compositionOf, resolvedOf } from '../../support/renders/render.js';

const CURVES = ['linear', 'equalPower', 'exponential'] as const;
const share = fc.double({ min: 0, max: 1, noNaN: true });

const voice = { id: 'voice', type: 'audio', source: 'https://example.com/a.mp3', timeFrame: { end: 1000 } };
const body = (clips: ReadonlyArray<object>, metadata: object = {}) => ({
  metadata: { name: 'n', duration: 1000, ...metadata },
  clips,
});
const decoded = (clips: ReadonlyArray<object>, metadata: object = {}): CreateVideoBody => {
  const video = decode(CreateVideoBody, body(clips, metadata));
  if (E.isLeft(video)) throw new Error(video.left.join('\n'));
  return video.right;
};
const problems = (clips: ReadonlyArray<object>, metadata: object = {}): ReadonlyArray<string> => {
  const video = decode(CreateVideoBody, body(clips, metadata));
  return E.isLeft(video) ? video.left : [];
};

describe('Audio of a composition', () => {
  it('has defaults for all omitted fields', () => {
    const [clip] = decoded([{ ...voice, audio: {}, duck: {} }]).clips;
    expect(clip).to.deep.include({
      volume: 1,
      audio: { fadeIn: 0, fadeOut: 0, curve: 'linear', pan: 0 },
      duck: { by: -12, when: 'speech', attack: 200, release: 500 },
    });
    const { metadata } = decoded([], { loudness: {}, soundtrack: { source: 'https://example.com/m.mp3' } });
    expect(metadata.loudness).to.deep.equal({ target: -14 });
    expect(metadata.soundtrack).to.deep.equal({
      source: 'https://example.com/m.mp3',
      volume: 1,
      fadeIn: 0,
      fadeOut: 0,
      loop: false,
    });
    expect(decoded([voice]).metadata).to.not.have.any.keys('loudness', 'soundtrack');
    expect(decoded([voice]).clips[0]).to.not.have.any.keys('audio', 'duck');
  });

  it('is rejected with the name of the field if a value is out of range', () => {
    const audio = {
      fadeIn: -1,
      curve: 'round',
      pan: 2,
      normalize: 0,
      highpass: 5,
      lowpass: 30_000,
      denoise: 'x',
    };
    expect(problems([{ ...voice, audio, duck: { by: 3, when: 'always', attack: 0 } }])).to.have.members([
      'clips[0].audio.fadeIn must be a number from 0 to 14400000',
      'clips[0].audio.curve must be one of linear, equalPower, exponential',
      'clips[0].audio.pan must be a number from -1 to 1',
      'clips[0].audio.normalize must be a number from -60 to -5',
      'clips[0].audio.highpass must be a number from 10 to 20000',
      'clips[0].audio.lowpass must be a number from 10 to 20000',
      'clips[0].audio.denoise must be true, false or a number',
      'clips[0].duck.by must be a number from -60 to 0',
      'clips[0].duck.when must be one of speech',
      'clips[0].duck.attack must be a number from 1 to 10000',
    ]);
    const text = { type: 'text', timeFrame: { end: 1 }, textProperties: { content: 'x' }, audio: {} };
    expect(problems([text])).to.deep.equal(['clips[0].audio is not a known field']);
    const points = [{ time: 0, value: 11 }];
    expect(problems([{ ...voice, keyframes: [{ property: 'volume', points }] }])).to.deep.equal([
      'clips[0].keyframes[0].points must have values from 0 to 10',
    ]);
    expect(problems([], { soundtrack: { volume: 1 }, loudness: { target: 1 } })).to.have.members([
      'metadata.soundtrack.source is required',
      'metadata.loudness.target must be a number from -60 to -5',
    ]);
  });

  it('can be ducked only by other video and audio clips, in any group', () => {
    const group = { type: 'group', timeFrame: { end: 1000 }, clips: [voice] };
    const music = { ...voice, id: 'music' };
    const when = (...ids: ReadonlyArray<string>) => ({ ...music, duck: { when: ids } });
    expect(problems([group, when('voice')])).to.deep.equal([]);
    expect(problems([{ ...group, clips: [when('voice')] }, voice])).to.deep.equal([]);
    const message = 'must be the id of another video or audio clip';
    expect(
      problems([voice, { ...group, id: 'group', clips: [] }, when('voice', 'nobody', 'music', 'group')]),
    ).to.deep.equal([1, 2, 3].map((index) => `clips[2].duck.when[${index}] ${message}`));
  });

  it('is shown by waveforms that name a clip with audio or have a source', () => {
    const waveform = (waveformProperties: object) => ({
      type: 'waveform',
      timeFrame: { end: 1000 },
      waveformProperties,
    });
    const source = 'https://example.com/a.mp3';
    const [, shown] = decoded([voice, waveform({ clip: 'voice' })]).clips;
    expect(shown).to.have.deep.property('waveformProperties', {
      clip: 'voice',
      style: 'bars',
      color: '#FFFFFF',
      backgroundColor: 'transparent',
      window: 2000,
      barWidth: 6,
      gap: 4,
      barRadius: 0,
      minHeight: 2,
      align: 'middle',
      lineWidth: 4,
      innerRadius: 0.5,
    });
    expect(problems([waveform({ source })])).to.deep.equal([]);
    expect(problems([voice, waveform({})])).to.deep.equal(['clips[1].waveformProperties.clip is required']);
    expect(problems([voice, waveform({ clip: 'voice', source })])).to.deep.equal([
      'clips[1].waveformProperties.clip must not be combined with clips[1].waveformProperties.source',
    ]);
    expect(problems([waveform({ clip: 'voice' })])).to.deep.equal([
      'clips[0].waveformProperties.clip must be the id of a video or audio clip',
    ]);
    expect(problems([waveform({ source: 'file:///etc/passwd' })])).to.have.length(1);
  });

  it('fades monotonically between 0 and 1, with constant power for equalPower', () => {
    for (const curve of CURVES) {
      expect(fadeGain(curve, 0)).to.equal(0);
      expect(fadeGain(curve, 1)).to.equal(1);
    }
    fc.assert(
      fc.property(share, share, (a, b) => {
        for (const curve of CURVES)
          expect(fadeGain(curve, Math.min(a, b))).to.be.at.most(fadeGain(curve, Math.max(a, b)));
        expect(fadeGain('linear', a) + fadeGain('linear', 1 - a)).to.be.closeTo(1, 1e-12);
        expect(fadeGain('equalPower', a) ** 2 + fadeGain('equalPower', 1 - a) ** 2).to.be.closeTo(1, 1e-12);
      }),
    );
  });

  it('has fades shortened in proportion, so that both fit', () => {
    const ms = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(ms, ms, ms, (fadeIn, fadeOut, length) => {
        const fades = fadesWithin({ fadeIn, fadeOut }, length);
        expect(fades.in + fades.out).to.be.at.most(Math.max(length, 0) + 1e-6);
        expect(fades.in * fadeOut).to.be.closeTo(fades.out * fadeIn, 1e-3);
        if (fadeIn + fadeOut <= length) expect(fades).to.deep.equal({ in: fadeIn, out: fadeOut });
      }),
    );
  });

  it('is panned with constant power; in the centre nothing changes', () => {
    const pan = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(pan, (pan) => {
        const mono = panMatrix(pan, true);
        expect(mono.leftToLeft ** 2 + mono.rightToRight ** 2).to.be.closeTo(2, 1e-12);
        const stereo = panMatrix(pan, false);
        expect(stereo.leftToLeft ** 2 + stereo.leftToRight ** 2).to.be.closeTo(1, 1e-12);
        expect(stereo.rightToRight ** 2 + stereo.rightToLeft ** 2).to.be.closeTo(1, 1e-12);
        const mirrored = panMatrix(-pan, false);
        expect(mirrored.leftToLeft).to.be.closeTo(stereo.rightToRight, 1e-12);
        expect(mirrored.leftToRight).to.be.closeTo(stereo.rightToLeft, 1e-12);
      }),
    );
    for (const isMono of [true, false]) {
      const { leftToLeft, rightToRight, leftToRight, rightToLeft } = panMatrix(0, isMono);
      for (const one of [leftToLeft, rightToRight]) expect(one).to.be.closeTo(1, 1e-12);
      for (const none of [leftToRight, rightToLeft]) expect(none).to.be.closeTo(0, 1e-12);
    }
  });

  it('does not animate the picture: volume keyframes are only audible', () => {
    const points = [
      { time: 0, value: 0 },
      { time: 500, value: 1 },
    ];
    const [clip] = resolvedOf(
      compositionOf({ duration: 1000 }, [
        { ...voice, type: 'video', keyframes: [{ property: 'volume', points }] },
      ]),
    ).clips;
    expect(clip && movementOf(clip)).to.deep.equal([]);
  });

  it('is reported as a change when it is removed', () => {
    const before = compositionOf({ duration: 1000, loudness: {} }, []);
    const { loudness: _, ...metadata } = before.metadata;
    expect(changesBetween(before, { ...before, metadata })?.metadata).to.deep.equal(['loudness']);
  });
});

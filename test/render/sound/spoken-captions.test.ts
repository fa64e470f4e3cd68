import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { CaptionedClips } from '../../../application/ports/render-outcomes.js';
import { listedWords } from '../../../domain/composition/fields/caption.js';
import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import { findPocketsphinx } from '../../../infrastructure/rendering/transcription/pocketsphinx/installation.js';
import { pocketsphinx } from '../../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import { speechTranscriber } from '../../../infrastructure/rendering/transcription/speech-transcriber.js';
import { ofType } from '../../support/examples.js';
import { emptyCaption } from '../../support/renders/empty-caption.js';
import { decodeFrames, type Picture } from '../../support/pictures/decoded-media.js';
import { installedPocketsphinx } from '../../support/renders/installed-recogniser.js';
import { compositionOf, render, tryRender, studioForSuite } from '../../support/renders/render.js';
import { sharedCacheIn } from '../../support/renders/shared-cache.js';
import {
  joined,
  type KnownSpeech,
  sentenceWithTimes,
  silence,
  writeWave,
} from '../../support/renders/speech.js';

const METADATA = { duration: 3000, fps: 25, canvas: { width: 400, height: 200 }, backgroundColor: '#000000' };
const CAPTION = emptyCaption(3000);

/** How many pixels of a picture have this much more of one colour than of the others. */
const pixelsOf = ({ data }: Picture, channel: 0 | 1 | 2): number => {
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const others = [0, 1, 2].filter((each) => each !== channel).map((each) => data[at + each] ?? 0);
    if ((data[at + channel] ?? 0) - Math.max(...others) > 100) count += 1;
  }
  return count;
};

describe('A render with automatic caption words', () => {
  const studio = studioForSuite();
  let speech: KnownSpeech;

  const transcriberWith = (installation = installedPocketsphinx): Transcriber =>
    speechTranscriber(pocketsphinx({ warn: () => undefined, installation }));

  /** Renders with a transcriber; gives the frames and what the hook was told. */
  const renderHearing = async (clips: ReadonlyArray<object>) => {
    const transcribed: CaptionedClips[] = [];
    const file = await render(studio, compositionOf(METADATA, clips), {
      captions: { languageCode: 'en' },
      transcriber: transcriberWith(),
      hooks: {
        onCaptioned: (each) => {
          transcribed.push(each);
          return Promise.resolve();
        },
      },
    });
    const frames = await decodeFrames(file.path);
    await file.dispose();
    return { frames, transcribed };
  };

  const spokenClip = { type: 'audio', source: 'speech.wav', timeFrame: { start: 0, end: 3000 } };

  before(async () => {
    const sentence = await sentenceWithTimes('thank you for watching');
    const LEAD_MS = 800;
    speech = {
      samples: joined([silence(LEAD_MS), sentence.samples]),
      words: sentence.words.map(({ word, start, end }) => ({
        word,
        start: start + LEAD_MS,
        end: end + LEAD_MS,
      })),
    };
    await writeWave(join(studio.folder, 'speech.wav'), speech.samples);
    await writeWave(join(studio.folder, 'silence.wav'), silence(1000));
  });

  it('shows the transcribed words in the empty caption clip while they are spoken', async () => {
    const { frames, transcribed } = await renderHearing([spokenClip, CAPTION]);
    expect(transcribed).to.have.length(1);
    const words = listedWords(ofType('caption', transcribed[0]?.clips[1]).captionProperties.words);
    expect(words.map(({ word }) => word).join(' ')).to.equal('Thank you for watching');
    expect(transcribed[0]).to.include({ wordCount: 4 });
    expect(transcribed[0]?.recogniser).to.match(/^pocketsphinx /);
    speech.words.forEach(({ start, end }, index) => {
      expect(words[index]?.start).to.be.closeTo(start, 120);
      expect(words[index]?.end).to.be.closeTo(end, 120);
    });
    const at = (ms: number): Picture => {
      const frame = frames[Math.floor((ms * METADATA.fps) / 1000)];
      if (!frame) throw new Error(`no frame at ${ms} ms`);
      return frame;
    };
    expect(pixelsOf(at(200), 0), 'highlight before anyone speaks').to.equal(0);
    for (const { start, end } of words)
      expect(pixelsOf(at((start + end) / 2), 0), `highlight at ${start}`).to.be.above(30);
    const [first] = words;
    expect(pixelsOf(at(((first?.start ?? 0) + (first?.end ?? 0)) / 2), 2), 'words still to come').to.be.above(
      30,
    );
  });

  it('counts word times from the start of the caption clip, and omits words outside its time frame', async () => {
    const from = Math.round((speech.words[1]?.start ?? 0) + 20);
    const { transcribed } = await renderHearing([
      spokenClip,
      { ...CAPTION, timeFrame: { start: from, end: 3000 } },
    ]);
    const words = listedWords(ofType('caption', transcribed[0]?.clips[1]).captionProperties.words);
    expect(words.map(({ word }) => word)).to.deep.include.members(['for', 'watching']);
    expect(words.at(-1)?.start).to.be.closeTo((speech.words[3]?.start ?? 0) - from, 120);
  });

  it('adds a caption clip at the bottom if there is none', async () => {
    const { frames, transcribed } = await renderHearing([spokenClip]);
    const added = ofType('caption', transcribed[0]?.clips[1]);
    expect(added.captionProperties.words).to.have.length(4);
    const said = ((speech.words[0]?.start ?? 0) + (speech.words[0]?.end ?? 0)) / 2;
    const frame = frames[Math.floor((said * METADATA.fps) / 1000)];
    const half = (frame?.data.length ?? 0) / 2;
    const brightest = (part: Buffer | undefined): number => part?.reduce((a, b) => Math.max(a, b), 0) ?? 0;
    expect(brightest(frame?.data.subarray(0, half))).to.be.below(40);
    expect(brightest(frame?.data.subarray(half))).to.be.above(200);
  });

  it('completes without captions if nobody speaks, and reports that there were no words', async () => {
    const { frames, transcribed } = await renderHearing([
      { type: 'audio', source: 'silence.wav', timeFrame: { start: 0, end: 1000 } },
      CAPTION,
    ]);
    expect(frames).to.have.length(75);
    expect(transcribed).to.have.length(1);
    expect(transcribed[0]).to.include({ wordCount: 0 });
    expect(Math.max(...frames.map((frame) => pixelsOf(frame, 0)))).to.equal(0);
  });

  it('does not transcribe the same sound again', async () => {
    const sharedCache = sharedCacheIn(join(studio.folder, 'cache'));
    let asked = 0;
    const { name, transcribe } = transcriberWith();
    const transcriber: Transcriber = {
      name,
      transcribe: (sound) => {
        asked += 1;
        return transcribe(sound);
      },
    };
    const wordsIn = async (canvas: object): Promise<unknown> => {
      const words: unknown[] = [];
      const file = await render(studio, compositionOf({ ...METADATA, ...canvas }, [spokenClip, CAPTION]), {
        captions: { languageCode: 'en' },
        transcriber,
        sharedCache,
        hooks: {
          onCaptioned: async ({ clips }) =>
            void words.push(listedWords(ofType('caption', clips[1]).captionProperties.words)),
        },
      });
      await file.dispose();
      return words;
    };
    const first = await wordsIn({});
    expect(first).to.have.nested.property('[0].length', 4);
    expect(await wordsIn({ backgroundColor: '#101010' })).to.deep.equal(first);
    expect(asked).to.equal(1);
  });

  it('fails with a clear error if no speech recogniser is configured', async () => {
    const missing = await tryRender(studio, compositionOf(METADATA, [spokenClip, CAPTION]), {
      captions: { languageCode: 'en' },
      transcriber: transcriberWith(() => findPocketsphinx(undefined, ['/nonexistent'])),
    });
    if (E.isRight(missing)) throw new Error('it was rendered');
    expect(missing.left).to.include({ stage: 'transcribe', retryable: false });
    expect(missing.left.message).to.include('pocketsphinx-en-us');
  });
});

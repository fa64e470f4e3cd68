import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { MediaProbe, ProbedMedia } from '../../../workers/render/ports/media-probe.js';
import { ffmpegSays } from '../../support/pictures/decoded-media.js';
import { openStudio, type Studio } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { lavfi } from '../../support/renders/lavfi.js';

const SECOND_OF_VIDEO = lavfi('testsrc2=s=64x36:r=10:d=1');
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** What rendering expects of the probe of media files. */
export const mediaProbeContract = (
  name: string,
  open: (root: string) => { readonly probe: MediaProbe; readonly close: () => Promise<void> },
): void => {
  describe(`media probe: ${name}`, () => {
    let studio: Studio;
    let tested: ReturnType<typeof open>;
    let probe: MediaProbe;
    before(async () => {
      studio = await openStudio();
      tested = open(studio.folder);
      ({ probe } = tested);
    });
    after(async () => {
      await tested.close();
      await studio.dispose();
    });

    const { signal } = new AbortController();
    const options = () => ({ signal, folder: studio.folder });
    const probed = async (path: string) => rightOf(await probe.probe(path, options())());

    it('describes the first video and audio stream, in ms from the start of the file', async () => {
      const path = await studio.make(
        'a.mp4',
        ...SECOND_OF_VIDEO,
        ...lavfi('sine=d=1'),
        ...H264,
        '-c:a',
        'aac',
      );
      const { video, audio, ...media } = (await probed(path)) as Extract<
        Awaited<ReturnType<typeof probed>>,
        { _tag: 'Media' }
      >;
      expect(media._tag).to.equal('Media');
      expect(media.container).to.include('mp4');
      expect(media.duration).to.be.closeTo(1000, 50);
      expect(video).to.include({ stream: 0, codec: 'h264', width: 64, height: 36, pixelFormat: 'yuv420p' });
      expect(video).to.include({ hasAlpha: false, firstFrame: 0, lastFrame: 900, timeBase: 1000 / 10_240 });
      expect(audio).to.include({ stream: 1, codec: 'aac', channels: 1, sampleRate: 44_100 });
      expect(audio?.end).to.be.closeTo(1000, 50);
    });

    it('states when the sound ends, if the picture lasts longer', async () => {
      const sound = lavfi('sine=d=0.5:r=48000');
      for (const [file, codec] of [
        ['shorter.mp4', 'aac'],
        ['shorter.mkv', 'pcm_s16le'],
        ['shorter.webm', 'libopus'],
      ] as const) {
        const video = file.endsWith('webm') ? ['-c:v', 'libvpx'] : H264;
        const path = await studio.make(file, ...SECOND_OF_VIDEO, ...sound, ...video, '-c:a', codec);
        expect(await probed(path), file)
          .to.have.nested.property('audio.end')
          .that.is.closeTo(500, 25);
      }
    });

    it('measures what does not say how long it is, as browsers record it', async () => {
      const sound = lavfi('sine=d=1.2:r=48000');
      const [vp8, opus] = [
        ['-c:v', 'libvpx'],
        ['-c:a', 'libopus'],
      ];
      for (const [made, length] of [
        [[...SECOND_OF_VIDEO, ...vp8], 1000],
        [[...sound, ...opus], 1200],
        [[...SECOND_OF_VIDEO, ...sound, ...vp8, ...opus], 1200],
      ] as const) {
        const recorded = (await probed(
          await studio.make('recorded.webm', ...made, '-live', '1'),
        )) as ProbedMedia;
        expect(recorded.duration).to.be.closeTo(length, 25);
        if (recorded.video) expect(recorded.video.lastFrame).to.be.closeTo(900, 10);
      }
    });

    it('counts from the start of a file that starts late on its own clock', async () => {
      const made = await studio.make('start.mkv', ...SECOND_OF_VIDEO, ...H264, '-bf', '0');
      const sound = await studio.make('start.wav', ...lavfi('sine=d=0.8:r=48000'));
      const both = ['-i', made, '-i', sound, '-c:v', 'copy', '-c:a', 'aac', '-output_ts_offset', '7.3'];
      for (const file of ['late.mkv', 'late.mp4', 'late.mov']) {
        const late = (await probed(await studio.make(file, ...both))) as ProbedMedia;
        expect(late.duration, file).to.be.closeTo(1000, 60);
        expect(late.video?.lastFrame, file).to.be.closeTo(900, 30);
        expect(late.audio?.end, file).to.be.closeTo(800, 60);
      }
      const alone = ['-i', sound, '-c:a', 'libopus', '-output_ts_offset', '7.3'];
      expect(((await probed(await studio.make('late.webm', ...alone))) as ProbedMedia).duration).closeTo(
        800,
        30,
      );
    });

    const LONG = lavfi('testsrc2=s=64x36:r=30:d=12');
    const REORDERED = [...H264, '-bf', '3', '-b_strategy', '0'];
    /** How files are made, and when they show their last frames, in ms. */
    const files: Readonly<Record<string, readonly [options: ReadonlyArray<string>, last: number]>> = {
      'whose frames are decoded in another order': [[...LONG, ...REORDERED, '-g', '100'], 11_966.7],
      'with open groups of pictures': [
        [...LONG, ...REORDERED, '-x264-params', 'open-gop=1:keyint=30'],
        11_966.7,
      ],
      'in fragments': [[...LONG, ...REORDERED, '-movflags', 'frag_keyframe+empty_moov'], 11_966.7],
      'of many frames': [[...lavfi('testsrc2=s=16x16:r=100:d=45'), ...H264], 44_990],
    };
    for (const [kind, [made, last]] of Object.entries(files))
      it(`finds the last frame of an MP4 ${kind}`, async () => {
        const { video } = (await probed(await studio.make('last.mp4', ...made))) as ProbedMedia;
        expect(video?.lastFrame).to.be.closeTo(last, 0.1);
        expect(video).to.not.have.property('variableFrameRate');
      });

    it('tells whether the last frames are evenly spaced', async () => {
      const only = (frames: string) => [...LONG, '-vf', `select=${frames}`, '-vsync', 'vfr', ...H264];
      const uneven = await studio.make('uneven.mp4', ...only("'not(mod(n\\,7)*mod(n\\,5))'"));
      expect(await probed(uneven)).to.have.nested.property('video.variableFrameRate', true);
      const before = [...only("'gt(n\\,20)+not(mod(n\\,7))'"), '-g', '10'];
      const even = await probed(await studio.make('even.mp4', ...before));
      expect(even).to.not.have.nested.property('video.variableFrameRate');
    });

    it('believes a duration that does not include a late start', async () => {
      // Frames that come later than they are decoded, without an edit list that says so.
      const delayed = [...SECOND_OF_VIDEO, ...H264, '-bf', '2', '-use_editlist', '0'];
      const path = await studio.make('delayed.mp4', ...delayed, '-preset', 'medium');
      expect(((await probed(path)) as ProbedMedia).duration).to.be.closeTo(1000, 1);
    });

    it('returns the sides of a rotated video as shown', async () => {
      const plain = await studio.make('plain.mp4', ...SECOND_OF_VIDEO, ...H264);
      const rotated = join(studio.folder, 'rotated.mp4');
      await ffmpegSays('-v', 'error', '-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90', rotated);
      expect(await probed(rotated))
        .to.have.property('video')
        .that.includes({ width: 36, height: 64 });
    });

    it('states how wide the pixels of a video are shown, if they are not square', async () => {
      const aspectOf = async (name: string, aspect: string, ...options: ReadonlyArray<string>) =>
        probed(await studio.make(name, ...SECOND_OF_VIDEO, '-vf', `setsar=${aspect}`, ...H264, ...options));
      expect(await aspectOf('wide.mp4', '4/3'))
        .to.have.nested.property('video.pixelAspect')
        .that.is.closeTo(4 / 3, 1e-9);
      expect(await aspectOf('wide.mkv', '8/9'))
        .to.have.nested.property('video.pixelAspect')
        .that.is.closeTo(8 / 9, 1e-9);
      for (const aspect of ['1', '0', '20'])
        expect(await aspectOf('square.mp4', aspect), aspect).not.to.have.nested.property('video.pixelAspect');
      const rotated = join(studio.folder, 'wide-rotated.mp4');
      const wide = join(studio.folder, 'wide.mp4');
      await ffmpegSays('-v', 'error', '-i', wide, '-c', 'copy', '-metadata:s:v', 'rotate=90', rotated);
      expect(await probed(rotated))
        .to.have.nested.property('video.pixelAspect')
        .that.is.closeTo(3 / 4, 1e-9);
    });

    it('describes media without video, and video with alpha', async () => {
      const sound = await probed(await studio.make('sound.wav', ...lavfi('sine=d=0.5'), '-ac', '2'));
      expect(sound).to.include({ _tag: 'Media' }).and.not.have.property('video');
      expect(sound).to.have.property('duration').that.is.closeTo(500, 1);
      const alpha = ['-vf', 'format=yuva444p10le', '-c:v', 'prores_ks', '-profile:v', '4444'];
      const video = await probed(await studio.make('alpha.mov', ...SECOND_OF_VIDEO, ...alpha));
      expect(video).to.have.property('video').that.includes({ hasAlpha: true });
    });

    it('describes a picture and an animation, by their content', async () => {
      const still = await studio.make('still.png', ...lavfi('color=red:s=10x8'), '-frames:v', '1');
      expect(await probed(still)).to.deep.include({
        _tag: 'Image',
        width: 10,
        height: 8,
        pageDurations: [0],
        scalable: false,
      });
      const drawing = join(studio.folder, 'drawing.svg');
      await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>');
      expect(await probed(drawing)).to.deep.include({ width: 8, height: 4, scalable: true });
      const animation = await studio.make(
        'animation.gif',
        ...lavfi('testsrc2=s=8x8:r=10:d=0.3'),
        '-loop',
        '0',
      );
      const { pageDurations } = (await probed(animation)) as { pageDurations: ReadonlyArray<number> };
      expect(pageDurations).to.deep.equal([100, 100, 100]);
    });

    it('fails for a file that is not media', async () => {
      const path = join(studio.folder, 'text.mp4');
      await writeFile(path, 'not a video');
      const failed = await probe.probe(path, options())();
      expect(E.isLeft(failed) && failed.left).to.include({ _tag: 'SourceUnusable' });
    });
  });
};

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderedFile } from '../../workers/render/ports/renderer.js';
import { resemblance } from '../../domain/render/fingerprint.js';
import { ffmpegFileInspector } from '../../infrastructure/rendering/ffmpeg/file-inspector.js';
import { compositionOf, ffmpegSays, openStudio, render, type Studio } from '../support/render.js';

const COPY = ['-c', 'copy'];

describe('renderer: what identifies an output', function () {
  this.timeout(60_000);
  let studio: Studio;
  let file: RenderedFile;
  let other: RenderedFile;
  before(async () => {
    studio = await openStudio();
    await studio.make('a.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=5');
    await studio.make('b.mp4', '-f', 'lavfi', '-i', 'mandelbrot=s=320x180:r=10', '-t', '5');
    const of = (source: string) =>
      render(
        studio,
        compositionOf({ duration: 5000, fps: 10, canvas: { width: 320, height: 180 } }, [
          { type: 'video', source, timeFrame: { start: 0, end: 5000 }, size: { width: 320, height: 180 } },
        ]),
      );
    file = await of('a.mp4');
    other = await of('b.mp4');
  });
  after(async () => {
    await Promise.all([file.dispose(), other.dispose()]);
    await studio.dispose();
  });

  const inspect = (path: string, frames: 'key' | 'ten-per-second' = 'key') =>
    ffmpegFileInspector().inspect(path, frames, new AbortController().signal);
  const made = async (name: string, ...options: string[]): Promise<string> => {
    const path = join(studio.folder, name);
    await ffmpegSays('-v', 'error', '-y', '-i', file.path, ...options, path);
    return path;
  };

  it('is recorded: the hash of each stream, the settings of the encoder, and key frames', () => {
    expect(file.output.streams?.map(({ kind }) => kind)).to.deep.equal(['video', 'audio']);
    expect(file.provenance.encoder?.video).to.include({ 'c:v': 'libx264', preset: 'veryfast', crf: '20' });
    expect(file.provenance.encoder?.audio).to.deep.equal({ 'c:a': 'aac', 'b:a': '192k' });
    expect(file.fingerprint!.at.slice(0, 3)).to.deep.equal([0, 2000, 4000]);
    expect(other.output.streams).to.not.deep.equal(file.output.streams);
  });

  it('is the same for its streams in every container', async () => {
    for (const [name, ...options] of [
      ['remuxed.mkv', ...COPY],
      ['remuxed.ts', ...COPY],
      ['remuxed.mov', ...COPY, '-metadata', 'title=Other'],
      ['fragmented.mp4', ...COPY, '-movflags', 'frag_keyframe+empty_moov'],
    ] as const) {
      const path = await made(name, ...options);
      expect((await inspect(path))?.streams, name).to.deep.equal(file.output.streams);
    }
    const back = join(studio.folder, 'back.mp4');
    await ffmpegSays('-v', 'error', '-i', join(studio.folder, 'remuxed.ts'), ...COPY, back);
    expect((await inspect(back))?.streams).to.deep.equal(file.output.streams);
  });

  it('differs for other streams: cut, encoded again, or of another codec', async () => {
    const cut = await made('cut.mp4', '-t', '2', ...COPY);
    expect((await inspect(cut))?.streams[0]).to.not.deep.equal(file.output.streams?.[0]);
    const again = await made('again.mp4', '-c:a', 'copy', '-crf', '21');
    expect((await inspect(again))?.streams[0]).to.not.deep.equal(file.output.streams?.[0]);
    const vp8 = await made('vp8.webm', '-c:v', 'libvpx', '-c:a', 'libopus');
    expect((await inspect(vp8))?.streams).to.deep.equal([]);
  });

  it('survives another encoding in its fingerprint: smaller, worse, at another frame rate', async () => {
    const again = await made('worse.webm', '-c:v', 'libvpx', '-crf', '50', '-vf', 'scale=160:90', '-r', '25');
    const inspected = await inspect(again, 'ten-per-second');
    const likeness = inspected ? resemblance(file.fingerprint!, inspected.fingerprint) : 0;
    const unlike = inspected ? resemblance(other.fingerprint!, inspected.fingerprint) : 1;
    expect(likeness).to.be.greaterThan(0.8);
    expect(unlike).to.be.lessThan(0.5);
  });

  it('is not found in a file that is no media', async () => {
    const path = join(studio.folder, 'text.mp4');
    await writeFile(path, 'not a video');
    expect(await inspect(path)).to.equal(undefined);
  });
});

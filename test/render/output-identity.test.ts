import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderedFile } from '../../workers/render/ports/renderer.js';
import { resemblanceTo } from '../../domain/render/fingerprint.js';
import { engineFileInspector } from '../../infrastructure/rendering/engine/file-inspector.js';
import { ffmpegSays } from '../support/pictures/decoded-media.js';
import { compositionOf, openStudio, render, type Studio } from '../support/renders/render.js';
import { lavfi } from '../support/renders/lavfi.js';

describe('renderer: what identifies an output', () => {
  let studio: Studio;
  let file: RenderedFile;
  let other: RenderedFile;
  before(async () => {
    studio = await openStudio();
    await studio.make('a.mp4', ...lavfi('testsrc2=s=320x180:r=10:d=5'));
    await studio.make('b.mp4', ...lavfi('mandelbrot=s=320x180:r=10'), '-t', '5');
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
    engineFileInspector().inspect(path, frames, new AbortController().signal);
  const made = async (name: string, ...options: string[]): Promise<string> => {
    const path = join(studio.folder, name);
    await ffmpegSays('-v', 'error', '-y', '-i', file.path, ...options, path);
    return path;
  };

  it('is recorded: the hash of each stream, the settings of the encoder, and key frames', async () => {
    const { fingerprint } = file;
    const { streams, presentation } = file.output;
    expect(await inspect(file.path)).to.deep.equal({ streams, fingerprint, presentation });
    expect(presentation?.map(({ track }) => track)).to.deep.equal(['all', 'picture', 'sound']);
    expect(presentation?.[1]?.['timestamps']).to.match(/^50 in 5 s,/);
    expect(file.output.streams?.map(({ kind }) => kind)).to.deep.equal(['video', 'audio']);
    expect(file.provenance.encoder?.video).to.include({ 'c:v': 'libx264', preset: 'superfast', crf: '19.2' });
    expect(file.provenance.encoder?.audio).to.deep.equal({ 'c:a': 'aac', 'b:a': '192k' });
    expect(file.fingerprint!.at.slice(0, 3)).to.deep.equal([0, 2000, 4000]);
    expect(other.output.streams).to.not.deep.equal(file.output.streams);
  });

  it('survives another encoding in its fingerprint: smaller, worse, at another frame rate', async () => {
    const again = await made('worse.webm', '-c:v', 'libvpx', '-crf', '50', '-vf', 'scale=160:90', '-r', '25');
    const inspected = await inspect(again, 'ten-per-second');
    const resemblance = resemblanceTo(inspected!.fingerprint);
    const likeness = resemblance(file.fingerprint!);
    const unlike = resemblance(other.fingerprint!);
    expect(likeness).to.be.greaterThan(0.8);
    expect(unlike).to.be.lessThan(0.5);
  });

  it('records how much work went into it, which the quality of an output does not change', async () => {
    const project = compositionOf({ duration: 200, fps: 10, canvas: { width: 320, height: 180 } }, []);
    const encodings = await Promise.all(
      (['draft', 'small'] as const).map(async (quality) => {
        const made = await render(studio, project, { quality, outputs: [{ format: 'mp4', quality: 100 }] });
        await made.dispose();
        return made.provenance.encoder?.video;
      }),
    );
    expect(encodings[0]).to.include({ preset: 'ultrafast', crf: '12' });
    expect(encodings[1]).to.include({ preset: 'medium', crf: '12' });
  });
});

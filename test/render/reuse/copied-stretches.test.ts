import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Composition } from '../../../domain/composition/composition.js';
import { engineFileInspector } from '../../../infrastructure/rendering/engine/file-inspector.js';
import { BT709 } from '../../hostile/corpus/make-media.js';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { ffmpegSays, framesOf } from '../../support/pictures/decoded-media.js';
import { sandboxedTools } from '../../support/renders/render-tools.js';
import { rightOf } from '../../support/right-of.js';
import { compositionOf, render, type RenderCall, studioForSuite } from '../../support/renders/render.js';
import { sharedCacheIn } from '../../support/renders/shared-cache.js';
import { itIfLong } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

const run = promisify(execFile);
const canvas = { width: 320, height: 180 };
/** The frames of the source that come before the clip's first. */
const OFFSET = 15;
/** How many follow one another in the source, by x264's default. */
const MOST_B_FRAMES = 3;

describe('Renders of a video that nothing covers or changes', () => {
  const studio = studioForSuite();
  let copied: Awaited<ReturnType<typeof made>>;
  before(async () => {
    const moving = [...lavfi('testsrc2=s=320x180:r=30:d=6'), '-pix_fmt', 'yuv420p'];
    const encoded = ['-c:v', 'libx264', '-crf', '23', '-g', '30', ...BT709];
    await studio.make('moving.mp4', ...moving, ...encoded);
    copied = await made(project('Hello'));
  });

  /** A video of 5.5 s with a text from 2 to 2.5 s. */
  const project = (text: string, source = 'moving.mp4'): Composition =>
    compositionOf({ duration: 5500, fps: 30, canvas }, [
      { type: 'video', source, timeFrame: { start: 0, end: 5500, offset: 500 }, size: canvas },
      {
        type: 'text',
        timeFrame: { start: 2000, end: 2500 },
        size: { width: 200, height: 40 },
        textProperties: { content: text, fontSize: 24 },
      },
    ]);

  let count = 0;
  const made = async (composition: Composition, call: RenderCall = {}) => {
    const file = await render(studio, composition, call);
    const path = join(studio.folder, `made-${(count += 1)}.mp4`);
    await run('cp', [file.path, path]);
    await file.dispose();
    return { ...file.output, path, fingerprint: file.fingerprint };
  };

  /** The bytes of every parameter set in a file, each once. */
  const setsIn = async (path: string): Promise<ReadonlyArray<string>> => {
    const units = join(studio.folder, 'sets.h264');
    const only = ['-bsf:v', 'h264_mp4toannexb,filter_units=pass_types=7|8', '-f', 'h264'];
    await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-map', '0:v', '-c', 'copy', ...only, units]);
    const all = (await readFile(units)).toString('latin1').split('\0\0\u0001').slice(1);
    return [...new Set(all.map((unit) => unit.replace(/\0$/, '')))];
  };

  it('copy its frames from key frames on, and encode the rest with the same headers', async () => {
    const { path, frames, copiedFrames = 0 } = copied;
    expect(frames).to.equal(165);
    // Before the text, B-frames may depend on a frame that it covers.
    expect(copiedFrames).to.be.within(135 - MOST_B_FRAMES, 135);
    const [shown, source] = [await framesOf(path), await framesOf(join(studio.folder, 'moving.mp4'))];
    const same = shown.flatMap((frame, index) => (frame === source[index + OFFSET] ? [index] : []));
    const untouched = [15, 75].flatMap((from, part) =>
      Array.from({ length: part === 0 ? copiedFrames - 90 : 90 }, (_, index) => from + index),
    );
    expect(same).to.deep.equal(untouched);
    const inspected = await engineFileInspector().inspect(path, 'key', new AbortController().signal);
    expect(inspected?.streams).to.deep.equal(copied.streams);
    expect(await setsIn(path)).to.have.lengthOf(2);
    expect(await setsIn(path)).to.deep.equal(await setsIn(join(studio.folder, 'moving.mp4')));
    const strict = 'crccheck+bitstream+buffer+explode+careful+compliant+aggressive';
    expect(
      await ffmpegSays('-v', 'warning', '-err_detect', strict, '-xerror', '-i', path, '-f', 'null', '-'),
    ).to.equal('');
  });

  it('show the same frames in the same places as if all were encoded', async () => {
    const other = await made(project('Hello'), { settings: { copiesStretches: false } });
    expect(other).not.to.have.property('copiedFrames');
    const compared = await ffmpegSays(
      ...'-v error -i'.split(' '),
      copied.path,
      '-i',
      other.path,
      ...'-lavfi psnr=stats_file=- -f null -'.split(' '),
    );
    const likeness = [...compared.matchAll(/psnr_avg:([\d.]+|inf)/g)].map(([, dB]) => Number(dB));
    expect(likeness).to.have.lengthOf(165);
    // A frame is 25 dB from the one next to it.
    expect(Math.min(...likeness.filter((dB) => !Number.isNaN(dB)))).to.be.above(32);
  });

  it('give the same file after a text was changed as a render without a cache', async () => {
    const sharedCache = sharedCacheIn(join(studio.folder, 'cache'));
    await made(project('Hello'), { sharedCache });
    const [cached, plain] = [await made(project('Changed'), { sharedCache }), await made(project('Changed'))];
    expect(cached).to.include({ sha256: plain.sha256, copiedFrames: plain.copiedFrames, reusedFrames: 15 });
    expect(cached.streams).to.deep.equal(plain.streams);
    expect(cached.fingerprint).to.deep.equal(plain.fingerprint);
  });

  it('decode key frames of the source once for the fingerprints of all renders', async () => {
    const sharedCache = sharedCacheIn(join(studio.folder, 'other-cache'));
    /** How many frames each render decodes for its fingerprint. */
    const decoded: number[] = [];
    const engine: MediaEngine = {
      ...sandboxedTools.engine,
      join: (request, options) => async () => {
        const joined = await sandboxedTools.engine.join(request, options)();
        const { pieces } = rightOf(joined);
        decoded.push(pieces.reduce((sum, piece) => sum + (piece?.frames.length ?? 0), 0));
        return joined;
      },
    };
    await made(project('Hello'), { sharedCache, engine });
    await made(project('Changed'), { sharedCache, engine });
    const [all = 0, changed = 0] = decoded;
    // Five key frames are copied. What is encoded begins with one: the first piece, which is reused, and that of the text.
    expect(all).to.be.at.least(7);
    expect(changed).to.equal(all - 6);
  });

  itIfLong('copy a source of many bits if encoding would take about as many, and no other', async () => {
    const grain = (strength: number): ReadonlyArray<string> =>
      `-f lavfi -i testsrc2=s=320x180:r=30:d=6,noise=alls=${strength}:allf=t -pix_fmt yuv420p -c:v libx264 -g 30`
        .split(' ')
        .concat(BT709);
    await studio.make('grainy.mp4', ...grain(60), '-crf', '20');
    await studio.make('wasteful.mp4', ...grain(3), '-crf', '3');
    expect(await made(project('Hello', 'grainy.mp4'))).to.have.property('copiedFrames');
    expect(await made(project('Hello', 'wasteful.mp4'))).not.to.have.property('copiedFrames');
  });

  it('copy nothing if a picture quality or small files were requested', async () => {
    const outputs = [{ format: 'mp4', quality: 60 }] as const;
    expect(await made(project('Hello'), { outputs })).not.to.have.property('copiedFrames');
    expect(await made(project('Hello'), { quality: 'small' })).not.to.have.property('copiedFrames');
  });
});

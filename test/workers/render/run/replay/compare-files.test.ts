import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  type ComparedFile,
  compareFile,
  type StoredFile,
} from '../../../../../workers/render/run/replay/compare-files.js';
import { studioForSuite } from '../../../../support/renders/render.js';
import { sandboxedTools } from '../../../../support/renders/render-tools.js';
import { lavfi } from '../../../../support/renders/lavfi.js';

describe('Comparing a recorded file with that of a replay', () => {
  const studio = studioForSuite();
  before(async () => {
    const sound = [...lavfi('sine=440:r=48000'), '-c:a', 'pcm_s16le'];
    await studio.make('a.mov', ...lavfi('testsrc2=s=160x90:r=10'), ...sound, '-t', '1');
  });
  const source = () => join(studio.folder, 'a.mov');

  const STREAMS = [{ kind: 'video', sha256: 'a' }] as const;
  const mp4 = { role: 'output', format: 'mp4', sha256: '1', streams: STREAMS } as const;
  const compared = (recorded: ComparedFile, replayed: ComparedFile, stored: StoredFile, path = source()) =>
    compareFile({ recorded, replayed }, stored, path, {
      engine: sandboxedTools.engine,
      folder: studio.folder,
      signal: new AbortController().signal,
    });

  it('compares packets if the bytes around them differ', async () => {
    expect(await compared(mp4, { ...mp4, sha256: '2' }, { state: 'gone' })).to.include({
      comparison: 'identical',
      by: 'streams',
    });
  });

  it('finds a difference if the same packets are shown in another way', async () => {
    const at = (rate: string) => [{ track: 'picture', timestamps: `10 × 1/${rate}` }];
    const [recorded, slower] = [
      { ...mp4, presentation: at('10') },
      { ...mp4, sha256: '2', presentation: at('5') },
    ];
    expect(await compared(recorded, slower, { state: 'gone' })).to.include({
      comparison: 'different',
      by: 'presentation',
    });
  });

  it('has no result if the file is gone and its packets differ', async () => {
    const other = { ...mp4, sha256: '2', streams: [] };
    expect(await compared(mp4, other, { state: 'gone' })).to.deep.equal({
      role: 'output',
      format: 'mp4',
      stored: 'gone',
      comparison: 'unknown',
    });
  });

  it('compares decoded frames and samples if the packets differ', async () => {
    const lossless = await studio.make('lossless.mkv', '-i', source(), '-c:v', 'ffv1', '-c:a', 'pcm_f32le');
    const other = { ...mp4, sha256: '2', streams: [] };
    const { comparison, by, frames } = await compared(mp4, other, { state: 'kept', path: lossless });
    expect({ comparison, by, frames }).to.deep.equal({
      comparison: 'identical',
      by: 'decoded',
      frames: { recorded: 10, replayed: 10, differing: 0, ranges: [] },
    });
  });

  it('compares frame by frame, even if there are fewer', async () => {
    const shorter = await studio.make('shorter.mkv', '-i', source(), '-frames:v', '7', '-an', '-c', 'ffv1');
    const other = { ...mp4, sha256: '2', streams: [] };
    const { frames, samples } = await compared(mp4, other, { state: 'kept', path: shorter });
    expect(frames).to.deep.include({ recorded: 7, differing: 3, ranges: [{ from: 7, to: 9 }] });
    expect(samples).to.include({ recorded: 0, firstMs: 0 });
    expect(samples!.differing).to.equal(samples!.replayed);
  });

  it('compares the bytes of subtitles, which decode to no frames', async () => {
    const path = join(studio.folder, 'said.srt');
    await writeFile(path, '1\n00:00:00,000 --> 00:00:01,000\nSalt\n');
    const recorded = { role: 'captions', format: 'srt', sha256: '1' } as const;
    const { comparison, by } = await compared(
      recorded,
      { ...recorded, sha256: '2' },
      { state: 'kept', path },
      path,
    );
    expect([comparison, by]).to.deep.equal(['different', 'file']);
  });

  it('compares the bytes of a file that cannot be decoded', async () => {
    const path = join(studio.folder, 'text');
    await writeFile(path, 'no video');
    const other = { ...mp4, sha256: '2', streams: [] };
    expect(await compared(mp4, other, { state: 'kept', path })).to.include({
      comparison: 'different',
      by: 'file',
    });
  });
});

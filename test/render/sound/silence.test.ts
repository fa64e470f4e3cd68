import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import type { EncodedSound } from '../../../workers/render/run/outputs/sounds.js';
import { soundEncoding } from '../../../workers/render/sound/sound-commands.js';
import { rightOf } from '../../support/right-of.js';
import { decodeSound } from '../../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../../support/renders/render.js';
import { tools } from '../../support/renders/render-tools.js';
import { LONG } from '../../support/long-form.js';

const run = promisify(execFile);
const AAC = { codec: 'aac', rate: 192 } as const;

/** The times and lengths of packets, and what a decoder is told. */
const packetsOf = async (path: string): Promise<string> => {
  const shown = 'packet=pts,dts,duration,flags:stream=codec_name,profile,duration_ts,extradata_hash';
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-show_data_hash', 'sha256', '-show_entries', shown, '-of', 'compact', path],
    { maxBuffer: 2 ** 24 },
  );
  return stdout;
};

describe('Silence', () => {
  const studio = studioForSuite();

  it('has the packets and the samples of what the encoder makes of it', async () => {
    const options = { folder: studio.folder, signal: new AbortController().signal };
    const joined = async (name: string, sound: EncodedSound): Promise<string> => {
      const output = join(studio.folder, name);
      rightOf(await tools.engine.join({ format: 'm4a', sound, output }, options)());
      return output;
    };
    for (const samples of LONG ? [1600, 48_000, 800_800] : [1600, 48_000]) {
      const path = join(studio.folder, `encoded-${samples}.mp4`);
      const outputs = [{ encoding: soundEncoding(AAC), span: { from: 0, to: samples }, path }];
      rightOf(await tools.engine.mix({ plan: { samples, parts: [] }, levels: [], outputs }, options)());
      const encoded = await joined(`encoded-${samples}.m4a`, path);
      const written = await joined(`written-${samples}.m4a`, { samples, bitRate: AAC.rate * 1000 });

      expect(await packetsOf(written), `${samples} samples`).to.equal(await packetsOf(encoded));
      const [ours, theirs] = [await decodeSound(written), await decodeSound(encoded)];
      expect(ours.length, `${samples} samples`).to.equal(theirs.length).and.to.be.above(samples);
      expect(ours.some((value) => value !== 0)).to.equal(false);
    }
  });

  it('is not encoded for a video without sound, which has it nevertheless', async () => {
    let mixes = 0;
    const engine: MediaEngine = {
      ...tools.engine,
      mix: (request, options) => {
        mixes += 1;
        return tools.engine.mix(request, options);
      },
    };
    const shape = {
      type: 'shape',
      timeFrame: { start: 0, end: 700 },
      size: { width: 8, height: 8 },
      shapeProperties: { shape: 'rectangle', fill: '#ff0000' },
    };
    const metadata = { duration: 700, fps: 10, canvas: { width: 16, height: 16 } };
    const outputs = [{ format: 'mp4' }, { format: 'm4a' }] as const;
    const file = await render(studio, compositionOf(metadata, [shape]), { engine, outputs });
    for (const path of [file.path, ...file.files.map(({ path }) => path)]) {
      const samples = await decodeSound(path);
      expect(samples.length).to.be.within(700 * 48 * 2, 700 * 48 * 2 + 2 * 1024);
      expect(samples.some((value) => value !== 0)).to.equal(false);
    }
    await file.dispose();
    expect(mixes).to.equal(0);
  });
});

import { expect } from 'chai';
import { compositionOf, studioForSuite } from '../support/renders/render.js';
import { renderedMedia } from '../support/renders/rendered-frames.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const RATE = 50;

/** MPEG streams, whose tracks may start at any time of the clock of the file. */
const KINDS: ReadonlyArray<readonly [name: string, options: ReadonlyArray<string>]> = [
  ['transport.ts', ['-c:v', 'libx264', '-qp', '4', '-bf', '0', '-c:a', 'mp2']],
  ['program.mpg', ['-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2', '-f', 'vob']],
];

describe('The sound and the picture of an MPEG stream', () => {
  const studio = studioForSuite();

  /**
   * How long after the first beep the picture becomes white, ms. Both happen 400 ms after their track starts.
   * @param late how much later than the other a track starts, seconds
   */
  const delayOf = async (
    name: string,
    options: ReadonlyArray<string>,
    late: { readonly picture?: number; readonly sound?: number },
    timeFrame: object,
  ): Promise<number> => {
    await studio.make(
      name,
      '-itsoffset',
      String(late.picture ?? 0),
      ...lavfi("color=black:s=64x64:r=25:d=2,format=yuv420p,geq=lum='16+200*gte(N,10)':cb=128:cr=128"),
      '-itsoffset',
      String(late.sound ?? 0),
      ...lavfi(`aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,0.4)':s=48000:d=2`),
      ...'-map 0:v -map 1:a'.split(' '),
      ...options,
    );
    const clip = { type: 'video', source: name, timeFrame, size: { width: 32, height: 32 } };
    const { frames, sound } = await renderedMedia(
      studio,
      compositionOf({ fps: RATE, duration: 3000, canvas: { width: 32, height: 32 } }, [clip]),
    );
    const white = frames.findIndex((frame) => frame.at(16, 16)[1] > 128);
    const beep = sound.findIndex((sample) => Math.abs(sample) > 0.1) / 2;
    return (white * 1000) / RATE - beep / 48;
  };

  for (const [name, options] of KINDS)
    it(`stay in step if one starts before the other: ${name}`, async () => {
      const step = 1000 / RATE + 1;
      const plain = { end: 3000 };
      const isFirst = name === KINDS[0]?.[0];
      if (LONG || !isFirst)
        expect(await delayOf(name, options, { sound: 0.4 }, plain)).to.be.closeTo(-400, step);
      if (LONG || isFirst)
        expect(await delayOf(name, options, { picture: 0.4 }, plain)).to.be.closeTo(400, step);
      const slow = { end: 3000, speed: 0.5 };
      if (LONG || isFirst)
        expect(await delayOf(name, options, { sound: 0.4 }, slow)).to.be.closeTo(-800, step);
    });
});

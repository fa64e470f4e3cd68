import { expect } from 'chai';
import type { FrameRequest, Previews } from '../../../application/ports/previews.js';
import { eventually } from '../../support/eventually.js';
import { compositionOf } from '../../support/render.js';
import { rightOf } from '../../support/right-of.js';
import { type AssetServer, startAssetServer } from '../../support/asset-server.js';

/** What the contract runs on: previews whose sources may come from 127.0.0.1. */
export interface PreviewsUnderTest {
  readonly previews: Previews;
  readonly close: () => Promise<void>;
}

const METADATA = { duration: 1000, fps: 10, canvas: { width: 64, height: 36 }, backgroundColor: '#FF0000' };
const RED: FrameRequest = { composition: compositionOf(METADATA, []), ms: 0, format: 'png' };
const never = new AbortController().signal;

const withImage = (source: string): FrameRequest => ({
  ...RED,
  composition: compositionOf(METADATA, [
    { type: 'image', source, timeFrame: { start: 0, end: 1000 }, size: { width: 64, height: 36 } },
  ]),
});

/** The contract of previews. */
export const previewsContract = (name: string, open: () => Promise<PreviewsUnderTest>): void => {
  describe(`${name}: previews`, function () {
    this.timeout(60_000);
    let under: PreviewsUnderTest;
    let server: AssetServer;
    before(async () => {
      under = await open();
      server = await startAssetServer();
    });
    after(async () => {
      await under.close();
      await server.close();
    });

    it('give a frame in each format, scaled down if asked', async () => {
      const begins = { png: '89504e47', webp: '52494646', jpeg: 'ffd8ff' } as const;
      for (const format of ['png', 'webp', 'jpeg'] as const) {
        const bytes = rightOf(await under.previews.frame({ ...RED, format }, never)());
        expect(Buffer.from(bytes).toString('hex')).to.match(new RegExp(`^${begins[format]}`));
      }
      const small = Buffer.from(rightOf(await under.previews.frame({ ...RED, width: 16 }, never)()));
      expect([small.readUInt32BE(16), small.readUInt32BE(20)]).to.deep.equal([16, 9]);
      const large = Buffer.from(rightOf(await under.previews.frame({ ...RED, width: 640 }, never)()));
      expect([large.readUInt32BE(16), large.readUInt32BE(20)]).to.deep.equal([64, 36]);
    });

    it('give a frame of several megabytes whole', async () => {
      const canvas = { width: 1600, height: 900 };
      const noise = { type: 'noise', amount: 1 };
      const composition = compositionOf({ ...METADATA, canvas }, [
        {
          type: 'shape',
          timeFrame: { start: 0, end: 1000 },
          size: canvas,
          shapeProperties: { shape: 'rectangle', fill: '#808080' },
          effects: { filters: [noise] },
        },
      ]);
      const bytes = Buffer.from(rightOf(await under.previews.frame({ ...RED, composition }, never)()));
      expect(bytes.byteLength).to.be.greaterThan(1_500_000);
      expect(bytes.subarray(-8).toString('latin1')).to.include('IEND');
    });

    it('refuse a time outside the video, and say when it ends', async () => {
      const failed = await under.previews.frame({ ...RED, ms: 1000 }, never)();
      expect(failed).to.deep.include({ left: { _tag: 'FrameOutsideVideo', durationMs: 1000 } });
    });

    it('name the clip whose source is missing', async () => {
      const failed = await under.previews.frame(withImage(server.url('/missing.png')), never)();
      expect(failed).to.have.nested.property('left.failure.clip', 'clips[0]');
      expect(failed).to.have.nested.property('left.failure.httpStatus', 404);
    });

    it('end the work when it is not wanted any more', async () => {
      let closed = false;
      const source = server.serve('/slow.png', (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('x');
        response.on('close', () => (closed = true));
      });
      const leave = new AbortController();
      const asked = under.previews.frame(withImage(source), leave.signal)();
      await eventually(() => expect(server.countOf('/slow.png')).to.equal(1));
      leave.abort();
      expect(await asked).to.deep.include({ left: { _tag: 'NoWorkerAvailable' } });
      await eventually(() => expect(closed).to.equal(true));
    });
  });
};

import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { FrameRequest, Previews } from '../../../application/ports/previews.js';
import { unpackPlayback } from '../../../workers/render/plan/packed-playback.js';
import { eventually } from '../../support/eventually.js';
import { compositionOf } from '../../support/renders/render.js';
import { DEFAULT_SETTINGS } from '../../../workers/render/run/context.js';
import { rightOf } from '../../support/right-of.js';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { forSuite } from '../../support/for-suite.js';

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
  describe(`${name}: previews`, () => {
    const under = forSuite(open, (opened) => opened.close());
    const server = forSuite(startAssetServer, (opened) => opened.close());

    it('return a frame in each format, scaled down if requested', async () => {
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

    it('return a frame of several megabytes completely', async () => {
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

    it('refuse a time outside the video, and return its duration', async () => {
      const failed = await under.previews.frame({ ...RED, ms: 1000 }, never)();
      expect(failed).to.deep.include({ left: { _tag: 'FrameOutsideVideo', durationMs: 1000 } });
    });

    it('name the clip whose source is missing', async () => {
      const failed = await under.previews.frame(withImage(server.url('/missing.png')), never)();
      expect(failed).to.have.nested.property('left.failure.clip', 'clips[0]');
      expect(failed).to.have.nested.property('left.failure.httpStatus', 404);
    });

    it('return what a browser needs to play a project', async () => {
      const text = {
        id: 'title',
        type: 'text',
        timeFrame: { start: 0, end: 1000 },
        size: { width: 60, height: 30 },
        textProperties: { content: 'Hi', fontSize: 20 },
      };
      const later = { ...text, id: 'later', timeFrame: { start: 500, end: 1000 } };
      const composition = compositionOf(METADATA, [text, later]);
      const playback = async (from: number, to: number) => {
        const request = { composition, seen: { from, to }, withSound: true };
        return unpackPlayback(rightOf(await under.previews.playback(request, never)()));
      };
      const { header, bytesOf } = await playback(0, 500);
      expect(header).to.include({ frames: 10 }).and.not.have.property('sound');
      expect(header.scene.nodes.map(({ clip }) => clip.id)).to.deep.equal(['title']);
      expect(header.stills).to.deep.equal([[{ from: 0, to: 5 }]]);
      const whole = await playback(0, 9000);
      expect(whole.header.scene.nodes.map(({ clip }) => clip.id)).to.deep.equal(['title', 'later']);
      const [picture] = header.pictures;
      if (!picture) throw new Error('there is no picture');
      expect(inflateSync(bytesOf(picture.pixels)).byteLength).to.equal(picture.width * picture.height * 4);
    });

    it('identify a source, or explain why no clip can use it', async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>';
      const facts = await under.previews.media(server.serve('/drawing.svg', svg), never)();
      expect(facts).to.deep.equal(
        E.right({ kind: 'image', width: 20, height: 10, hasSound: false, hasAlpha: true, bytes: svg.length }),
      );
      const refused = await under.previews.media(server.serve('/text.txt', 'only words'), never)();
      expect(refused).to.have.nested.property('left.failure.stage', 'probe');
    });

    it('list what is wrong with a composition, and estimate its work', async () => {
      const { composition } = withImage(server.url('/missing.png'));
      const checked = await under.previews.check(composition, never)();
      const { problems, work, mostSeconds } = rightOf(checked);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include({ severity: 'error', path: 'clips[0].source' });
      expect(work).to.be.greaterThan(0);
      expect(mostSeconds).to.equal(DEFAULT_SETTINGS.renderMs / 1000);
      const fine = rightOf(await under.previews.check(RED.composition, never)());
      expect(fine.problems).to.deep.equal([]);
    });

    it('stop the work when the request is aborted', async () => {
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

import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { PieceExchange } from '../../../application/ports/piece-exchange.js';
import type { Composition } from '../../../domain/composition/composition.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { localAssets } from '../../../infrastructure/sources/local-assets.js';
import type { PieceCache } from '../../../workers/render/ports/piece-cache.js';
import type { PieceSharing } from '../../../workers/render/run/share/share-pieces.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import {
  type HelperOptions,
  openSharingWorker,
  type SharingWorker,
  startHelping,
} from '../../support/service/piece-sharing.js';
import {
  compositionOf,
  openStudio,
  render,
  type RenderCall,
  type Studio,
  tryRender,
} from '../../support/renders/render.js';
import { sandboxedTools } from '../../support/renders/render-tools.js';

const canvas = { width: 64, height: 36 };
/** Short pieces, one encoded at once, so that a short video is worth sharing. */
const settings = { pieceSeconds: 0.25, parallelPieces: 1 };

describe('One render on several workers', function () {
  this.timeout(120_000);
  let studio: Studio;
  let server: TestNats;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  before(async () => {
    [studio, server] = await Promise.all([openStudio(), startTestNats()]);
    nats = await connectToNats(server.url, 'test');
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=10', '-f', 'lavfi', '-i', 'sine=330'];
    await studio.make('moving.mp4', ...sources, '-t', '3', '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
  });
  after(async () => {
    await nats.close();
    await Promise.all([server.stop(), studio.dispose()]);
  });

  const project = (): Composition =>
    compositionOf({ duration: 3000, fps: 10, canvas }, [
      { type: 'video', source: 'moving.mp4', timeFrame: { start: 0, end: 3000 }, size: canvas },
      {
        type: 'text',
        timeFrame: { start: 1000, end: 1500 },
        size: { width: 60, height: 20 },
        textProperties: { content: 'shared', fontSize: 12 },
      },
    ]);

  /** A store that all workers reach, and workers with folders of their own. */
  const openFleet = async () => {
    const folder = await mkdtemp(join(studio.folder, 'fleet-'));
    const pieces = join(folder, 'pieces');
    const worker = (name: string) => openSharingWorker(join(folder, name), pieces, nats);
    return { pieces, worker };
  };

  /** A worker that has nothing else to do. */
  const startHelper = async (
    worker: SharingWorker,
    composition: Composition,
    options: Pick<HelperOptions, 'identity' | 'assets'> = {},
  ) => {
    const notices: string[] = [];
    const notice: HelperOptions['notice'] = (what) => notices.push(what);
    const stop = await startHelping(worker, studio, composition, { settings, notice, ...options });
    return { notices, stop };
  };

  /** Something that happens, and that others wait for. */
  const happening = () => {
    let happen: () => void = () => undefined;
    const happened = new Promise<void>((resolve) => (happen = resolve));
    return { happened, happen: () => happen() };
  };

  /** The engine, which begins to encode only when something has happened, so that a helper has the time to get ready. */
  const waitingEngine = (happened: Promise<void>): NonNullable<RenderCall['engine']> => ({
    ...sandboxedTools.engine,
    compose: (command, options) => async () => {
      const isEnded = options.signal.aborted ? Promise.resolve() : once(options.signal, 'abort');
      if (/piece-\d+\./.test(command.output)) await Promise.race([happened, isEnded]);
      return sandboxedTools.engine.compose(command, options)();
    },
  });

  const made = async (composition: Composition, call: RenderCall = {}) => {
    const file = await render(studio, composition, { settings, ...call });
    const bytes = await readFile(file.path);
    await file.dispose();
    return { bytes, output: file.output, fingerprint: file.fingerprint };
  };

  let madeAlone: ReturnType<typeof made> | undefined;
  /** What one worker makes of the project. */
  const alone = () => (madeAlone ??= made(project()));

  it('has the bytes of a render on one worker, and pieces that a helper encoded', async () => {
    const fleet = await openFleet();
    const [lead, other] = [await fleet.worker('lead'), await fleet.worker('helper')];
    const composition = project();
    const { happened, happen } = happening();
    const { pieces } = other.sharing;
    const keep: PieceCache['keep'] = async (...args) => {
      await pieces.keep(...args);
      happen();
    };
    const sharing = { ...other.sharing, pieces: { ...pieces, keep } };
    const helper = await startHelper({ ...other, sharing }, composition);
    const shared = await made(composition, { ...lead, engine: waitingEngine(happened) });
    await helper.stop();
    const wanted = await alone();
    expect(shared.bytes.equals(wanted.bytes)).to.equal(true);
    expect(shared.output).to.deep.equal(wanted.output);
    expect(shared.fingerprint).to.deep.equal(wanted.fingerprint);
    const stored = (await readdir(fleet.pieces)).filter((name) => name.endsWith('.json'));
    expect(stored).to.have.length.within(1, 11);
    expect(await readdir(join(other.folder, 'help')), 'work folders of the helper').to.deep.equal([]);
    expect(helper.notices).to.deep.equal(['helped']);
  });

  it('takes what helpers made for a worker that was lost', async () => {
    const fleet = await openFleet();
    const [lost, next] = [await fleet.worker('lost'), await fleet.worker('next')];
    const composition = project();
    const helper = await startHelper(await fleet.worker('helper'), composition);
    const killed = new AbortController();
    const whenTaken = ({ sharing }: SharingWorker, onTaken: () => void): PieceSharing => ({
      ...sharing,
      pieces: {
        ...sharing.pieces,
        take: async (...args) => {
          const taken = await sharing.pieces.take(...args);
          onTaken();
          return taken;
        },
      },
    });
    const ended = await tryRender(studio, composition, {
      ...lost,
      settings,
      sharing: whenTaken(lost, () => killed.abort()),
      engine: waitingEngine(new Promise(() => undefined)),
      hooks: { signal: killed.signal },
    });
    expect(E.isLeft(ended)).to.equal(true);
    await helper.stop();
    let taken = 0;
    const again = await made(composition, { ...next, sharing: whenTaken(next, () => (taken += 1)) });
    expect(taken).to.be.within(1, 11);
    expect(again.bytes.equals((await alone()).bytes)).to.equal(true);
  });

  it('is rendered by its worker when others cannot help: another source, another renderer', async () => {
    const fleet = await openFleet();
    const lead = await fleet.worker('lead');
    const composition = project();
    const elsewhere = await mkdtemp(join(studio.folder, 'elsewhere-'));
    const original = await readFile(join(studio.folder, 'moving.mp4'));
    await writeFile(join(elsewhere, 'moving.mp4'), Buffer.concat([original, Buffer.from('changed')]));
    const { happened, happen } = happening();
    const { exchange } = lead.sharing;
    const offer: PieceExchange['offer'] = (offered, lender) =>
      exchange.offer(offered, {
        ...lender,
        answer: (request) => {
          if (request._tag === 'GiveBack') happen();
          return lender.answer(request);
        },
      });
    const helpers = [
      await startHelper(await fleet.worker('another'), composition, { identity: 'another renderer' }),
      await startHelper(await fleet.worker('helper'), composition, { assets: localAssets(elsewhere) }),
    ];
    const shared = await made(composition, {
      ...lead,
      sharing: { ...lead.sharing, exchange: { ...exchange, offer } },
      engine: waitingEngine(happened),
    });
    await Promise.all(helpers.map(({ stop }) => stop()));
    expect(helpers.map(({ notices }) => notices)).to.deep.equal([[], ['not helped']]);
    expect(shared.bytes.equals((await alone()).bytes)).to.equal(true);
  });
});

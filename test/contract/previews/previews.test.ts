import { expect } from 'chai';
import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { SHARED, type Sharing } from '../../../application/permits/shared-resources.js';
import type { PreviewFailure } from '../../../application/ports/previews.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsInBackground } from '../../../infrastructure/nats/background-connection.js';
import { servePreviews } from '../../../infrastructure/nats/preview-server.js';
import { natsPreviews } from '../../../infrastructure/nats/previews.js';
import { eventually } from '../../support/eventually.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import { previewsHere } from '../../support/renders/previews.js';
import { compositionOf } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { previewsContract } from './previews-contract.js';

previewsContract('the renderer', () => previewsHere({ sandboxed: true }));

const overNats = async (server: TestNats, changed: Partial<Sharing> = {}) => {
  const here = await previewsHere();
  const [worker, requester] = [await connectToNats(server.url, 'w'), await connectToNats(server.url, 'r')];
  const stop = servePreviews(worker, {
    previews: here.previews,
    permits: fairSemaphore({ ...SHARED.making, ...changed }),
    onError: (error) => {
      throw error;
    },
  });
  await worker.flush();
  return {
    previews: natsPreviews(() => requester),
    stopWorker: stop,
    close: async () => {
      await stop();
      await Promise.all([worker.close(), requester.close()]);
      await here.close();
    },
  };
};

previewsContract('NATS', async () => {
  const server = await startTestNats();
  const { close, ...rest } = await overNats(server);
  return { ...rest, close: () => close().then(server.stop) };
});

describe('Previews over NATS', () => {
  const NONE: PreviewFailure = { _tag: 'NoWorkerAvailable' };
  const never = new AbortController().signal;
  const frame = {
    composition: compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, []),
    ms: 0,
    format: 'png',
  } as const;
  let server: TestNats;
  before(async () => {
    server = await startTestNats();
  });
  after(() => server.stop());

  it('fail immediately without a worker, and before NATS was ever reached', async () => {
    const nats = natsInBackground(server.url, 'test');
    const previews = natsPreviews(nats.current);
    await eventually(() => expect(nats.current()).to.not.equal(undefined));
    expect(await previews.frame(frame, never)()).to.deep.include({ left: NONE });
    await nats.close();
    const unreachable = natsPreviews(() => undefined);
    expect(await unreachable.frame(frame, never)()).to.deep.include({ left: NONE });
  });

  it('wait for a busy worker, and fail when it stops', async () => {
    const { previews, stopWorker, close } = await overNats(server, { permits: 1, perOwner: 1 });
    const frames = await Promise.all([0, 100, 200].map((ms) => previews.frame({ ...frame, ms }, never)()));
    for (const one of frames) expect(rightOf(one).byteLength).to.be.greaterThan(50);
    await stopWorker();
    expect(await previews.frame(frame, never)()).to.deep.include({ left: NONE });
    await close();
  });

  it('refuse a composition that does not fit a message', async () => {
    const { previews, close } = await overNats(server);
    const random = Array.from({ length: 400_000 }, () => Math.random().toString(36).slice(2)).join('');
    const large = { ...frame.composition, metadata: { ...frame.composition.metadata, name: random } };
    const refused = await previews.frame({ ...frame, composition: large }, never)();
    expect(refused).to.deep.include({ left: { _tag: 'PreviewTooLarge' } });
    await close();
  });
});

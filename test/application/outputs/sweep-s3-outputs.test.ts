import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { sweepOutputs } from '../../../application/outputs/sweep-outputs.js';
import type { RecordedOutput } from '../../../application/ports/recorded-outputs.js';
import type { RenderId } from '../../../domain/ids.js';
import { s3Objects } from '../../../infrastructure/storage/s3-objects.js';
import { allObjects } from '../../support/all-objects.js';
import { startS3Server } from '../../support/servers/s3-server.js';

const DAY = 86_400_000;
/** As many objects as are listed at once. */
const PAGE = 1000;
const EMPTY_MD5 = createHash('md5').digest('hex');
const [KEPT, EXPIRED] = [
  '0a000000-0000-4000-8000-000000000000' as RenderId,
  '1a000000-0000-4000-8000-000000000000' as RenderId,
];

describe('The sweep of outputs in S3', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startS3Server>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-sweep-s3-'));
    server = await startS3Server(undefined, { folder });
  });
  after(() => server.close());

  it('deletes all files of renders whose retention time is over, however many there are', async () => {
    const kept = Array.from({ length: PAGE }, (_, n) => `${KEPT}-${n}.mp4`);
    const expired = ['.jpg', '.mp4', '.vtt'].map((ending) => `${EXPIRED}-abc${ending}`);
    // Storing a thousand objects with requests takes seconds.
    const bucket = join(folder, 'framewright', 'outputs');
    await mkdir(bucket, { recursive: true });
    const fileOf = (key: string) => join(bucket, `${key}._S3rver_object`);
    for (const key of [...kept, ...expired]) {
      await writeFile(fileOf(key), '');
      await writeFile(`${fileOf(key)}.md5`, EMPTY_MD5); // else s3rver computes it
    }
    const longAgo = new Date(Date.now() - 31 * DAY);
    for (const key of expired) await utimes(fileOf(key), longAgo, longAgo);

    const renders = new Map<RenderId, RecordedOutput>([
      [KEPT, { isOver: false, keys: [] }],
      [EXPIRED, { isOver: true, keys: expired }],
    ]);
    const storage = s3Objects(server.place('outputs/'));
    const swept = await sweepOutputs({
      storage,
      recorded: (ids) => Promise.resolve(new Map([...renders].filter(([id]) => ids.includes(id)))),
      retentionDays: 30,
    });
    expect(swept).to.deep.equal(E.right({ expired: 3, unreferenced: 0, unfinished: 0 }));
    const left = await allObjects(storage);
    expect(left.map(({ key }) => key)).to.deep.equal(kept.toSorted());
  });
});

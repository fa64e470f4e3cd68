import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { sweepOldObjects, sweepOutputs } from '../../../application/outputs/sweeps.js';
import type { RecordedOutput } from '../../../application/ports/recorded-outputs.js';
import type { RenderId } from '../../../domain/ids.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { rightOf } from '../../support/right-of.js';

const DAY = 86_400_000;
const now = new Date('2026-05-01T12:00:00Z');
const id = (digit: number): RenderId => `${digit}a000000-0000-4000-8000-000000000000` as RenderId;
const keyOf = (digit: number, secret = 'abc'): string => `${id(digit)}-${secret}.mp4`;

describe('The sweep of outputs', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'framewright-sweep-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const stored = async (key: string, ageDays: number): Promise<void> => {
    await writeFile(join(folder, key), key);
    const at = new Date(now.getTime() - ageDays * DAY);
    await utimes(join(folder, key), at, at);
  };
  const renders = new Map<RenderId, RecordedOutput>([
    [id(1), { isFinished: true, keys: [keyOf(1), keyOf(1, 'abc-1')] }],
    [id(2), { isFinished: true, keys: [keyOf(2)] }],
    [id(3), { isFinished: true, keys: [] }],
    [id(4), { isFinished: false, keys: [] }],
  ]);
  const storage = () => ({ ...localFiles(folder), time: TE.right(now) });
  const sweep = (retentionDays: number) =>
    sweepOutputs({
      storage: storage(),
      recorded: (ids) =>
        Promise.resolve(new Map([...renders].filter(([renderId]) => ids.includes(renderId)))),
      retentionDays,
    });
  const keys = async (): Promise<ReadonlyArray<string>> =>
    rightOf(await localFiles(folder).list()()).map(({ key }) => key);

  it('deletes outputs after the retention time, and none if no retention time is set', async () => {
    await stored(keyOf(1), 31);
    await stored(keyOf(2), 29);
    const none = { expired: 0, unreferenced: 0, unfinished: 0 };
    expect(await sweep(0)).to.deep.equal(none);
    expect(await keys()).to.have.length(2);
    expect(await sweep(30)).to.deep.equal({ ...none, expired: 1 });
    expect(await keys()).to.deep.equal([keyOf(2)]);
  });

  it('deletes unrecorded files one day after they were stored, once their render is finished', async () => {
    await stored(keyOf(1, 'other'), 2);
    await stored(keyOf(2, 'other'), 0.5);
    await stored(keyOf(3), 2);
    await stored(keyOf(4), 400);
    expect(await sweep(30)).to.deep.equal({ expired: 0, unreferenced: 2, unfinished: 0 });
    expect(await keys()).to.deep.equal([keyOf(2, 'other'), keyOf(4)]);
  });

  it('keeps the further files of a render as long as its output', async () => {
    await stored(keyOf(1), 29);
    await stored(keyOf(1, 'abc-1'), 29);
    const none = { expired: 0, unreferenced: 0, unfinished: 0 };
    expect(await sweep(30)).to.deep.equal(none);
    expect(await sweep(28)).to.deep.equal({ ...none, expired: 2 });
  });

  it('keeps the files of unknown renders, and files of other programs', async () => {
    await stored(keyOf(9), 400);
    await stored('notes.txt', 400);
    expect(await sweep(1)).to.deep.equal({ expired: 0, unreferenced: 0, unfinished: 0 });
    expect(await keys()).to.have.length(2);
  });

  it('sweeps all pages', async () => {
    for (let n = 0; n < 1005; n += 1) await stored(keyOf(3, `secret${n}`), 2);
    expect(await sweep(0)).to.deep.equal({ expired: 0, unreferenced: 1005, unfinished: 0 });
    expect(await keys()).to.deep.equal([]);
  });

  it('deletes old sources: all with 0 days, and none with Infinity', async () => {
    for (const days of [0, 29, 31]) await stored(`of-${days}`, days + 0.1);
    const swept = async (days: number) => [await sweepOldObjects(storage(), days), await keys()];
    expect(await swept(Infinity)).to.deep.equal([0, ['of-0', 'of-29', 'of-31']]);
    expect(await swept(30)).to.deep.equal([1, ['of-0', 'of-29']]);
    expect(await swept(0)).to.deep.equal([2, []]);
  });
});

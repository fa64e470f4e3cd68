import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { notDrawable } from '../../../../domain/render/failure-cause.js';
import { type FolderDependencies, inOwnFolder } from '../../../../workers/render/run/previews/own-folder.js';
import { smallDisk } from '../../../support/processes/small-disk.js';

describe('a preview in a folder of its own', () => {
  it('fails for a full disk, if the disk is full, instead of blaming the video', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-preview-'));
    const disk = await smallDisk(join(folder, 'disk'), 16 * 1024 * 1024);
    const dependencies = { limits: { workRoot: disk.path } } as FolderDependencies;
    const options = { signal: new AbortController().signal, by: undefined };
    try {
      const failed = await inOwnFolder(dependencies, options, () => {
        disk.fill();
        throw notDrawable('the text could not be drawn');
      });
      const failure = { stage: 'worker', message: 'the worker’s disk is full', retryable: true };
      expect(failed).to.have.property('left').which.deep.equals({ _tag: 'FrameNotDrawn', failure });
    } finally {
      await disk.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { cutLog } from '../../../../infrastructure/machine/supervisor/server-log.js';

describe('log of a server', () => {
  let folder: string;
  let file: string;
  let log: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-server-log-'));
    file = join(folder, 'server.log');
    log = openSync(file, 'a', 0o600);
  });
  afterEach(async () => {
    closeSync(log);
    await rm(folder, { recursive: true });
  });

  it('is emptied while the server keeps it open, and the last lines are kept', async () => {
    for (const line of ['first\n', 'second\n']) {
      writeSync(log, line);
      await cutLog(file, 3);
      expect(readFileSync(`${file}.1`, 'utf8')).to.equal(line);
      expect(statSync(`${file}.1`).mode & 0o777).to.equal(0o600);
      expect(statSync(file).size).to.equal(0);
    }
    writeSync(log, 'third\n');
    expect(readFileSync(file, 'utf8')).to.equal('third\n');
  });

  it('stays as it is while it is small, and may be missing', async () => {
    writeSync(log, 'line\n');
    await cutLog(file, 100);
    expect(readFileSync(file, 'utf8')).to.equal('line\n');
    await cutLog(join(folder, 'missing.log'), 0);
    expect(existsSync(`${file}.1`)).to.equal(false);
  });
});

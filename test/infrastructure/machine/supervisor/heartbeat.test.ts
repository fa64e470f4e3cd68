import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { startHeartbeat } from '../../../../infrastructure/machine/supervisor/heartbeat.js';
import { scriptFolder } from '../../../support/processes/child-script.js';
import { programArgs } from '../../../support/processes/programs.js';

describe('heartbeat', () => {
  it('passes the health check while the process is running, and not before, after, or when it hangs', async () => {
    const { folder, remove } = await scriptFolder();
    const file = join(folder, 'heartbeat');
    const exitCode = () =>
      spawnSync(process.execPath, programArgs('infrastructure/cli/is-alive'), {
        cwd: packageRoot,
        env: { ...process.env, HEARTBEAT_FILE: file },
      }).status;
    expect(exitCode(), 'before').to.equal(1);
    const end = await startHeartbeat(file);
    expect(exitCode(), 'running').to.equal(0);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    expect(exitCode(), 'hanging').to.equal(1);
    await end();
    expect(exitCode(), 'after').to.equal(1);
    await remove();
  });
});

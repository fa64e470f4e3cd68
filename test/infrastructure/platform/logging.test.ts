import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect } from 'chai';
import { createLogger } from '../../../infrastructure/platform/logging.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { quotedUrl, scriptArgs } from '../../support/processes/programs.js';

const logged = (
  write: (log: ReturnType<typeof createLogger>) => void,
  logLevel: 'info' | 'warn' = 'info',
) => {
  const lines: Array<string> = [];
  write(createLogger('api', { logLevel }, { write: (line) => void lines.push(line) }));
  return lines;
};

const onlyEvent = (write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> => {
  const lines = logged(write);
  expect(lines).to.have.length(1);
  expect(lines[0]).to.match(/^[^\n]*\n$/);
  return JSON.parse(lines[0]!) as Record<string, unknown>;
};

const apiKey = `fw_${'a1B2'.repeat(12)}`;

describe('logging', () => {
  it('writes one line of JSON per event, with level, time, process and fields', () => {
    const event = onlyEvent((log) => log.info({ renderId: 'r1', requestId: 'q1' }, 'render\nrequested'));
    expect(event).to.include({ level: 'info', process: 'api', renderId: 'r1', requestId: 'q1' });
    expect(event['msg']).to.equal('render\nrequested');
    expect(event['time']).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('omits events below the level', () => {
    expect(logged((log) => log.info('quiet'), 'warn')).to.deep.equal([]);
  });

  it('redacts secret fields at any depth, in child loggers, in lists and with quotes inside', () => {
    const event = onlyEvent((log) =>
      log.child({ token: 'hunter2' }).warn({
        request: {
          headers: { 'x-api-key': 'hunter2', Authorization: ['Bearer hunter2', 'x"]'], accept: '*/*' },
        },
        endpoint: { secret: 'a "hunter2" \\' },
        password: 'hunter2',
      }),
    );
    expect(JSON.stringify(event)).to.not.include('hunter2');
    expect(event).to.have.nested.property('request.headers.accept', '*/*');
    expect(event).to.have.nested.property('request.headers.Authorization', '[redacted]');
    expect(event).to.have.nested.property('endpoint.secret', '[redacted]');
  });

  it('writes the texts of errors, and no objects that libraries hang on them', () => {
    const client = { secretKey: 'hunter2', queries: ['insert hunter2'] };
    const lost = Object.assign(new Error('Connection terminated'), { code: '57P01', client });
    const event = onlyEvent((log) => log.error({ err: new Error('fault', { cause: lost }) }));
    expect(event['err']).to.include({ type: 'Error', message: 'fault: Connection terminated' });
    expect(JSON.stringify(event)).to.not.include('hunter2');
    const direct = onlyEvent((log) => log.error({ err: lost }));
    expect(direct['err'])
      .to.include({ message: 'Connection terminated', code: '57P01' })
      .and.have.property('stack');
    expect(JSON.stringify(direct)).to.not.include('hunter2');
  });

  it('redacts secrets within text: URLs, API keys, webhook secrets, editor tokens, errors and stacks', () => {
    const event = onlyEvent((log) =>
      log.error(
        { err: new Error('cannot reach postgres://framewright:hunter2@127.0.0.1:5432/db'), used: apiKey },
        'for http://localhost/editor/v#token=hunter2 and eyJhbGciOiJIUzI1NiJ9.eyJ9.hunter2 with whsec_hunter2hunter2 and nats://hunter2@host',
      ),
    );
    const text = JSON.stringify(event);
    expect(text).to.not.include('hunter2');
    expect(text).to.not.include(apiKey);
    expect(text).to.include('postgres://[redacted]@127.0.0.1:5432/db');
    expect(event).to.have.nested.property('err.type', 'Error');
  });

  it('leaves URLs without credentials unchanged', () => {
    const address = 'https://host/path?mail=a@b.example';
    expect(onlyEvent((log) => log.info({ address }))).to.include({ address });
  });

  it('continues if standard output cannot be written to', () => {
    if (!existsSync('/dev/full')) throw new Error('this test needs /dev/full, which Linux has');
    const full = openSync('/dev/full', 'w');
    const program = `
      import { createLogger } from ${quotedUrl('infrastructure/platform/logging')};
      const log = createLogger('api', { logLevel: 'info' });
      for (let line = 0; line < 3000; line += 1) log.info({ line, text: 'x'.repeat(1000) }, 'said');
      setTimeout(() => process.exit(7), 10);`;
    const { status, stderr } = spawnSync(process.execPath, scriptArgs(program), {
      cwd: packageRoot,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).to.equal('');
    expect(status).to.equal(7);
  });
});

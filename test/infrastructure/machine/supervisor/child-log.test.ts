import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openChildLog } from '../../../../infrastructure/machine/supervisor/child-log.js';
import { scriptFolder } from '../../../support/processes/child-script.js';

describe('log of a child', () => {
  it('keeps every line, and shows warnings, errors, and unstructured output', async () => {
    const scripts = await scriptFolder();
    const shown: Array<string> = [];
    const file = join(scripts.folder, 'logs', 'child.log');
    const log = openChildLog(file, (line) => shown.push(line));
    const lines = ['{"level":"info"}', '{"level":"warn"}', '{"level":50}', '{"level":30}', 'boom', '7'];
    lines.forEach(log.event);
    log.rawLine('{"level":"info","out":"cry"}');
    expect(readFileSync(file, 'utf8')).to.equal([...lines, '{"level":"info","out":"cry"}', ''].join('\n'));
    expect(shown).to.deep.equal(['{"level":"warn"}', '{"level":50}', 'boom', '{"level":"info","out":"cry"}']);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    await scripts.remove();
  });

  it('silently loses lines that it cannot write, and counts them in the file later', async () => {
    const scripts = await scriptFolder();
    const file = join(scripts.folder, 'logs', 'child.log');
    const shown: Array<string> = [];
    const log = openChildLog(file, (line) => shown.push(line));
    log.event('{"n":1}');
    renameSync(join(scripts.folder, 'logs'), join(scripts.folder, 'away'));
    log.event('{"n":2}');
    log.rawLine('boom');
    renameSync(join(scripts.folder, 'away'), join(scripts.folder, 'logs'));
    log.event('{"n":3}');
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.have.length(3);
    expect(JSON.parse(lines[1]!)).to.include({ level: 'warn', lines: 2 });
    expect([lines[0], lines[2]]).to.deep.equal(['{"n":1}', '{"n":3}']);
    expect(shown).to.deep.equal(['boom']);
    await scripts.remove();
  });

  it('renames a full file and keeps one such file', async () => {
    const scripts = await scriptFolder();
    const file = join(scripts.folder, 'child.log');
    writeFileSync(file, 'old\n');
    const log = openChildLog(file, () => {}, 10);
    for (let line = 1; line <= 9; line += 1) log.event(`{"n":${line}}`);
    expect(readdirSync(scripts.folder).sort()).to.deep.equal(['child.log', 'child.log.1']);
    expect(readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8')).to.match(/"n":9/);
    expect(statSync(`${file}.1`).size).to.be.lessThan(30);
    await scripts.remove();
  });
});

import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPartOfSystem, visibleFiles } from '../../../../infrastructure/machine/sandbox/file-view.js';

const PROGRAM = '/usr/bin/env';

describe('The file view of a sandboxed program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'file-view-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const make = (name: string): string => {
    writeFileSync(join(folder, name), '');
    return join(folder, name);
  };

  it('contains only the programs and shared files of the system', () => {
    for (const path of ['/usr/bin', '/usr/bin/env', '/usr/share/fonts/x', '/lib/x']) {
      if (path === '/lib/x' && process.platform !== 'linux') continue;
      expect(isPartOfSystem(path), path).to.equal(true);
    }
    for (const path of [
      '/',
      '/usr',
      '/usr/src/app',
      '/usr/share-else',
      '/etc',
      '/etc/passwd',
      '/home/a',
      '/var',
    ])
      expect(isPartOfSystem(path), path).to.equal(false);
  });

  it('contains each file once, and none that a visible folder already contains', () => {
    const [one, other] = [make('one'), make('other')];
    expect(visibleFiles({ reads: [one, one] }, PROGRAM)).to.deep.equal([{ source: one, path: one }]);
    expect(visibleFiles({ reads: [one, folder, other] }, PROGRAM)).to.deep.equal([
      { source: folder, path: folder },
    ]);
  });

  it('contains the targets of links, and the link itself only if nothing else shows it', () => {
    const target = make('target');
    const links = join(folder, 'links');
    mkdirSync(links);
    const link = join(links, 'link');
    symlinkSync(target, link);
    const there = { source: target, path: target };
    expect(visibleFiles({ reads: [link] }, PROGRAM)).to.deep.equal([there, { source: target, path: link }]);
    expect(visibleFiles({ reads: [links, link] }, PROGRAM)).to.have.deep.members([
      there,
      { source: links, path: links },
    ]);
  });

  it('leaves out files that do not exist', () => {
    expect(visibleFiles({ reads: [join(folder, 'missing')] }, PROGRAM)).to.deep.equal([]);
  });
});

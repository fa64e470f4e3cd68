import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPartOfSystem, visibleFiles } from '../../../../infrastructure/machine/sandbox/file-view.js';

const PROGRAM = '/usr/bin/env';

describe('What a sandboxed program sees', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'file-view-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const make = (name: string): string => {
    writeFileSync(join(folder, name), '');
    return join(folder, name);
  };

  it('is, of the system, its programs and shared files and nothing next to them', () => {
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

  it('is each file once, and none of what a folder that it sees holds anyway', () => {
    const [one, other] = [make('one'), make('other')];
    expect(visibleFiles({ reads: [one, one] }, PROGRAM)).to.deep.equal([{ source: one, path: one }]);
    expect(visibleFiles({ reads: [one, folder, other] }, PROGRAM)).to.deep.equal([
      { source: folder, path: folder },
    ]);
  });

  it('is what a link leads to, where that is, and the link only if nothing else shows it', () => {
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

  it('leaves out what does not exist', () => {
    expect(visibleFiles({ reads: [join(folder, 'missing')] }, PROGRAM)).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { NO_ABILITIES, type Abilities } from '../../../../infrastructure/machine/sandbox/sandbox-command.js';
import { sandboxReport } from '../../../../infrastructure/machine/sandbox/sandbox-report.js';

const helpers = { tied: true, limited: true, isolated: true };
const bubblewrap: Abilities = {
  ...helpers,
  bubblewrap: { program: '/usr/bin/bwrap', procfs: true, as: 'closed user' },
};

describe('What the worker says of its sandbox', () => {
  it('is no warning where decoders see nothing and this is an ordinary user', () => {
    expect(sandboxReport(bubblewrap, false)).to.deep.include({ mode: 'bubblewrap', warnings: [] });
  });

  it('is a warning to whoever runs it as root', () => {
    const { warnings } = sandboxReport(bubblewrap, true);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('as root').and.include('ordinary user');
  });

  it('is what is missing, and the remedy, where the machine can do less', () => {
    const landlock = sandboxReport({ ...helpers, landlock: '/usr/bin/perl' }, false);
    expect(landlock.mode).to.equal('Landlock');
    expect(landlock.warnings.join()).to.include('install bubblewrap');
    const nothing = sandboxReport(NO_ABILITIES, false);
    expect(nothing.mode).to.equal('no file sandbox');
    expect(nothing.warnings.join()).to.match(/secrets.*install bubblewrap.*network.*limits.*outlive/s);
  });
});

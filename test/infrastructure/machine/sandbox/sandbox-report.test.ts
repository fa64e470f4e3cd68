import { expect } from 'chai';
import { NO_ABILITIES, type Abilities } from '../../../../infrastructure/machine/sandbox/sandbox-command.js';
import { sandboxReport } from '../../../../infrastructure/machine/sandbox/sandbox-report.js';

const helpers = { tied: true, limited: true, isolated: true };
const bubblewrap: Abilities = {
  ...helpers,
  bubblewrap: { program: '/usr/bin/bwrap', procfs: true, as: 'closed user' },
};

describe('The sandbox report of the worker', () => {
  it('has no warning if decoders are fully sandboxed and the user is not root', () => {
    expect(sandboxReport(bubblewrap, false)).to.deep.include({ mode: 'bubblewrap', warnings: [] });
  });

  it('warns if the worker runs as root', () => {
    const { warnings } = sandboxReport(bubblewrap, true);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('as root').and.include('ordinary user');
  });

  it('names what is missing and the remedy if the machine supports less', () => {
    const landlock = sandboxReport({ ...helpers, landlock: '/usr/bin/perl' }, false);
    expect(landlock.mode).to.equal('Landlock');
    expect(landlock.warnings.join()).to.include('install bubblewrap');
    const nothing = sandboxReport(NO_ABILITIES, false);
    expect(nothing.mode).to.equal('no file sandbox');
    expect(nothing.warnings.join()).to.match(/secrets.*install bubblewrap.*network.*limits.*outlive/s);
  });
});

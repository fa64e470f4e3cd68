import { openSync, closeSync, fstatSync } from 'node:fs';
import { expect } from 'chai';
import { isJournal } from '../../../../infrastructure/machine/supervisor/welcome.js';

describe('isJournal', () => {
  it('tells the journal from other output, also where the variable was inherited', () => {
    const fd = openSync('/dev/null', 'w');
    const { dev, ino } = fstatSync(fd);
    expect(isJournal(fd, `${dev}:${ino}`)).to.equal(true);
    expect(isJournal(fd, `${dev}:${ino + 1}`)).to.equal(false);
    expect(isJournal(fd, undefined)).to.equal(false);
    closeSync(fd);
  });
});

import { expect } from 'chai';
import { fileQueue } from './queue.js';

describe('the queue of test files', () => {
  it('lets each process work through a folder, the slowest file first', () => {
    const queue = fileQueue(
      ['test/a/1.test.ts', 'test/a/2.test.ts', 'test/b/3.test.ts', 'test/b/4.test.ts'],
      {
        'test/a/1.test.ts': 20,
        'test/a/2.test.ts': 30,
        'test/b/4.test.ts': 10,
      },
    );
    expect([queue.next(0), queue.next(1), queue.next(0), queue.next(1)]).to.deep.equal([
      'test/a/2.test.ts',
      'test/b/4.test.ts',
      'test/a/1.test.ts',
      'test/b/3.test.ts',
    ]);
    expect(queue.next(0)).to.equal(undefined);
  });

  it('lets a process help where most is left, once its folder is done, if that is worth a start', () => {
    const [a, b1, b2, b3, c] = ['a/1', 'b/1', 'b/2', 'b/3', 'c/1'].map((name) => `test/${name}.test.ts`);
    const queue = fileQueue([a!, b1!, b2!, b3!, c!], { [b1!]: 110, [b2!]: 100, [b3!]: 30, [c!]: 101 });
    expect([0, 1, 2].map((process) => queue.next(process))).to.deep.equal([b1, c, b2]);
    expect([1, 1, 0].map((process) => queue.next(process))).to.deep.equal([a, undefined, b3]);
  });

  it('has one process for the files that share a run of the service', () => {
    const queue = fileQueue(['test/docs/1.test.ts', 'test/e2e/2.test.ts'], {});
    expect([0, 1, 0].map((process) => queue.next(process))).to.deep.equal([
      'test/docs/1.test.ts',
      undefined,
      'test/e2e/2.test.ts',
    ]);
  });

  it('hands out every file once, to whichever process asks', () => {
    const files = Array.from({ length: 50 }, (_, index) => `test/${index % 7}/${index}.test.ts`);
    const queue = fileQueue(files, {});
    const handedOut = Array.from({ length: 400 }, (_, index) => queue.next(index % 4));
    expect(handedOut.filter((file) => file !== undefined)).to.have.members(files);
  });
});

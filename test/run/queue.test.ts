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

  it('lets a process help where most is left, once its folder is done', () => {
    const files = [
      'test/a/new.test.ts',
      'test/b/1.test.ts',
      'test/b/2.test.ts',
      'test/b/3.test.ts',
      'test/b/4.test.ts',
    ];
    const queue = fileQueue([...files, 'test/c/4.test.ts'], { 'test/c/4.test.ts': 10 });
    expect(queue.next(0)).to.equal('test/c/4.test.ts');
    expect(queue.next(1)).to.equal('test/b/1.test.ts');
    expect(queue.next(0)).to.equal('test/b/2.test.ts');
    expect(queue.next(0)).to.equal('test/b/3.test.ts');
  });

  it('hands out every file once, to whichever process asks', () => {
    const files = Array.from({ length: 50 }, (_, index) => `test/${index % 7}/${index}.test.ts`);
    const queue = fileQueue(files, {});
    const handedOut = Array.from({ length: 60 }, (_, index) => queue.next(index % 4));
    expect(handedOut.filter((file) => file !== undefined)).to.have.members(files);
  });
});

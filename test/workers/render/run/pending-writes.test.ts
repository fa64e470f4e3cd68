import { expect } from 'chai';
import { pendingWrites } from '../../../../workers/render/run/previews/pending-writes.js';

describe('work that continues after previews are answered', () => {
  it('is waited for by its own owner, in all its parts, and by who waits for all', async () => {
    const writes = pendingWrites();
    const ended: string[] = [];
    const ends = [writes.of('ada').then(() => ended.push('nothing yet'))];
    const begin = (owner: string) =>
      new Promise<() => void>((begun) => writes.add(owner, new Promise<void>((end) => begun(end))));
    const [first, second, other] = [await begin('ada'), await begin('ada'), await begin('ben')];
    for (const [who, waiting] of [
      ['ada', writes.of('ada')],
      ['ben', writes.of('ben')],
      ['all', writes.settled()],
    ] as const)
      ends.push(waiting.then(() => ended.push(who)));
    first();
    other();
    await ends[2];
    expect(ended).to.deep.equal(['nothing yet', 'ben']);
    second();
    await Promise.all(ends);
    expect(ended.slice(2)).to.have.members(['ada', 'all']);
  });
});

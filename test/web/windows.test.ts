import { expect } from 'chai';
import { windowedCompositor } from '../../web/src/compositor/windowed.js';

describe('the windows in which a long document is prepared', () => {
  it('are prepared one ahead, given up behind, and prepared again after a failure', async () => {
    const [opened, closed]: [number[], number[]] = [[], []];
    const sound = Uint8Array.of(1);
    let fails = true;
    const openAt = async (from: number, withSound: boolean) => {
      opened.push(from);
      if (from === 2000 && fails) {
        fails = false;
        throw new Error('no place');
      }
      return {
        size: { width: 2, height: 2 },
        rate: { num: 10, den: 1 },
        frames: 40,
        sound: withSound ? sound : undefined,
        media: {},
        draw: async () => true,
        close: async () => void closed.push(from),
      };
    };
    const compositor = await windowedCompositor(1000, 1500, openAt);
    expect(opened).to.deep.equal([1000]);
    expect(compositor.sound).to.equal(sound);
    const target = {} as never;
    await compositor.draw(15, target);
    await compositor.draw(16, target);
    await compositor.draw(20, target);
    expect(opened).to.deep.equal([1000, 2000, 2000, 3000]);
    await compositor.draw(39, target);
    await compositor.close();
    expect(closed.toSorted((a, b) => a - b)).to.deep.equal([1000, 2000, 3000]);
  });

  it('are not given up by a drawing that was asked for earlier, and ends later', async () => {
    const closed: number[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const openAt = async (from: number) => ({
      size: { width: 2, height: 2 },
      rate: { num: 10, den: 1 },
      frames: 60,
      sound: undefined,
      media: {},
      draw: () => (from === 0 ? ended.then(() => true) : Promise.resolve(true)),
      close: async () => void closed.push(from),
    });
    const compositor = await windowedCompositor(1000, 0, openAt);
    const earlier = compositor.draw(1, {});
    await compositor.draw(41, {});
    end();
    await earlier;
    expect(closed).to.deep.equal([0]);
  });
});

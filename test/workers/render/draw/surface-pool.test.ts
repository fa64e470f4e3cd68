import { expect } from 'chai';
import { skiaSurface, skiaTools } from '../../../../infrastructure/rendering/drawing/skia-tools.js';
import type { Context2D, Surface } from '../../../../workers/render/draw/context.js';
import { surfacePool } from '../../../../workers/render/draw/surface-pool.js';

describe('surfaces that are lent to frames', () => {
  const opened = () => {
    let made = 0;
    const make = (width: number, height: number): Surface => {
      made += 1;
      return skiaSurface(width, height);
    };
    const reset = ({ context }: Surface): void => (context as Context2D & { reset: () => void }).reset();
    return { ...surfacePool(make, reset), made: () => made };
  };

  it('serve later frames of the same size, as if they were new', () => {
    const { surface, duringFrame, made } = opened();
    const seen = new Set<Surface>();
    const frame = (): void => {
      const [one, other] = [surface(400, 300), surface(400, 300)];
      expect(one).to.not.equal(other);
      for (const lent of [one, other]) {
        seen.add(lent);
        const { data } = skiaTools.samples(lent);
        expect(data.every((value) => value === 0)).to.equal(true);
        expect(lent.context.getTransform().e).to.equal(0);
        lent.context.translate(3, 3);
        lent.context.rect(0, 0, 2, 2);
        lent.context.clip();
        lent.context.fillRect(0, 0, 400, 300);
      }
    };
    for (const _ of [1, 2, 3]) duringFrame(frame);
    expect([made(), seen.size]).to.deep.equal([2, 2]);
    duringFrame(() => void surface(300, 400));
    expect(made()).to.equal(3);
  });

  it('are left alone while they are kept, and outside of frames', () => {
    const { surface, retain, release, duringFrame } = opened();
    let held: Surface | undefined;
    const kept = surface(400, 300);
    duringFrame(() => {
      const lent = surface(400, 300);
      expect(lent).to.not.equal(kept);
      retain(lent);
      held = lent;
    });
    duringFrame(() => expect(surface(400, 300)).to.not.equal(held));
    if (held) release(held);
    let again: Surface[] = [];
    duringFrame(() => undefined);
    duringFrame(() => (again = [surface(400, 300), surface(400, 300)]));
    expect(again).to.include(held).and.not.include(kept);
  });

  it('are few', () => {
    const { surface, duringFrame, made } = opened();
    const five = (): void => {
      for (const _ of [1, 2, 3, 4, 5]) surface(1920, 1080);
    };
    duringFrame(five);
    duringFrame(five);
    expect(made()).to.equal(6);
  });

  it('are taken back from a frame that fails', () => {
    const { surface, duringFrame, made } = opened();
    for (const _ of [1, 2])
      expect(() =>
        duringFrame(() => {
          surface(400, 300);
          throw new Error('no picture');
        }),
      ).to.throw('no picture');
    expect(made()).to.equal(1);
  });
});

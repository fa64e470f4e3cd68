import { expect } from 'chai';
import { windowedCompositor } from '../../web/src/compositor/windowed.js';
import type { Document } from '../../web/src/editor/document.js';
import { soundOnly, isWindowed, seenFrom } from '../../web/src/editor/playback/windows.js';

const shape = (id: string, start: number, end: number | string, more: object = {}) => ({
  id,
  type: 'shape',
  timeFrame: { start, end },
  shapeProperties: { shape: 'rectangle' },
  ...more,
});

const documentOf = (clips: ReadonlyArray<object>, duration: number | 'auto' = 60_000): Document =>
  ({
    metadata: { name: 'Long', duration, soundtrack: { source: 'http://127.0.0.1:9/a.mp3' } },
    clips,
  }) as unknown as Document;

const ids = ({ clips }: Document) => clips.map(({ id }) => id);

describe('the windows in which a long document is prepared', () => {
  it('are only for documents of many clips and a known length', () => {
    const many = Array.from({ length: 30 }, (_, index) => shape(`s${index}`, 0, 1000));
    expect(isWindowed(documentOf(many))).to.equal(true);
    expect(isWindowed(documentOf(many, 'auto'))).to.equal(false);
    expect(isWindowed(documentOf(many.slice(0, 5)))).to.equal(false);
  });

  it('have what may be seen then, and what that names, without sound', () => {
    const document = documentOf([
      shape('before', 0, 6000),
      shape('across', 5000, 7000),
      shape('unknown', 0, 'video'),
      shape('later', 12_000, 13_000),
      shape('masked', 8000, 9000, { effects: { mask: { clip: 'shaped' } } }),
      shape('shaped', 20_000, 21_000),
      { id: 'song', type: 'audio', source: 'http://127.0.0.1:9/b.mp3', timeFrame: { start: 0, end: 9000 } },
    ]);
    const window = seenFrom(document, 6000);
    expect(ids(window)).to.deep.equal(['across', 'unknown', 'masked', 'shaped']);
    expect(window.metadata).to.not.have.property('soundtrack');
    expect(ids(soundOnly(document)!)).to.deep.equal(['song']);
    expect(soundOnly(document)!.metadata).to.have.property('soundtrack');
    expect(soundOnly({ ...document, clips: window.clips, metadata: window.metadata })).to.equal(undefined);
  });

  it('are prepared one ahead, given up behind, and prepared again after a failure', async () => {
    const [opened, closed]: [number[], number[]] = [[], []];
    let fails = true;
    const openAt = async (from: number) => {
      opened.push(from);
      if (from === 2000 && fails) {
        fails = false;
        throw new Error('no place');
      }
      return {
        size: { width: 2, height: 2 },
        rate: { num: 10, den: 1 },
        frames: 40,
        draw: async () => true,
        close: async () => void closed.push(from),
      };
    };
    const sound = Uint8Array.of(1);
    const compositor = await windowedCompositor(1000, openAt, Promise.resolve(sound), 1500);
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
      draw: () => (from === 0 ? ended.then(() => true) : Promise.resolve(true)),
      close: async () => void closed.push(from),
    });
    const compositor = await windowedCompositor(1000, openAt, undefined, 0);
    const earlier = compositor.draw(1, {});
    await compositor.draw(41, {});
    end();
    await earlier;
    expect(closed).to.deep.equal([0]);
  });
});

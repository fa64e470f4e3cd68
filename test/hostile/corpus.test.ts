import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderedFile } from '../../application/ports/renderer.js';
import type { RenderFailure } from '../../domain/render/events.js';
import { memoryOfAll } from '../support/process-memory.js';
import { decodeFrames } from '../support/render.js';
import { allFiles } from './corpus/all-files.js';
import { CANARY_COLOR } from './corpus/canaries.js';
import { HARMLESS_COLOR, type HostileCase } from './corpus/hostile-case.js';
import { startVictim, type Victim } from './victim.js';

/** How long a render of any of these may take, in ms. */
const MOST_MS = 30_000;
const MiB = 1024 * 1024;

/** Each of them is made and rendered in the long run; else one of three, which is more than sixty. */
const isDue = (index: number): boolean => process.env['LONG_TESTS'] === '1' || index % 3 === 0;

interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

const isNear = ([r, g, b]: readonly [number, number, number], color: Color, by: number): boolean =>
  Math.abs(r - color.r) <= by && Math.abs(g - color.g) <= by && Math.abs(b - color.b) <= by;

describe('hostile files', function () {
  this.timeout(600_000);
  let victim: Victim;
  let due: ReadonlyArray<HostileCase>;
  before(async () => {
    victim = await startVictim();
    due = (await allFiles(victim.canaries)).filter((_, index) => isDue(index));
  });
  after(() => victim.close());

  const expectClearFailure = (failure: RenderFailure): void => {
    expect(failure.clip).to.equal('clips[0]');
    expect(failure.stage).to.be.oneOf(['download', 'probe', 'decode']);
    expect(failure.message).to.match(/^[A-Za-z][^\n/\\]{5,200}$/);
    expect(JSON.stringify(failure)).to.not.include(victim.folder);
  };

  const expectHarmlessPicture = async (file: RenderedFile, { outcome }: HostileCase): Promise<void> => {
    const frames = await decodeFrames(file.path);
    expect(frames).to.have.length(25);
    for (const { width, height, at } of frames) {
      expect([width, height]).to.deep.equal([160, 90]);
      for (let y = 0; y < height; y += 3)
        for (let x = 0; x < width; x += 3)
          expect(isNear(at(x, y), CANARY_COLOR, 60), `canary at ${x},${y}`).to.equal(false);
      if (outcome === 'shows')
        expect(isNear(at(80, 45), HARMLESS_COLOR, 8), at(80, 45).join()).to.equal(true);
    }
    await file.dispose();
  };

  const suffer = async (hostile: HostileCase): Promise<string | undefined> => {
    const { name, clip, content, outcome } = hostile;
    const source = victim.server.serve(`/${encodeURIComponent(name)}`, content);
    const began = performance.now();
    const result = await victim.render([{ type: clip, source }], MOST_MS);
    if (process.env['SHOW_OUTCOMES'])
      console.log(
        name,
        Math.round(performance.now() - began),
        E.isLeft(result) ? JSON.stringify(result.left) : 'rendered',
      );
    try {
      if (E.isRight(result)) {
        expect(outcome, 'rendered').to.not.equal('fails');
        await expectHarmlessPicture(result.right, hostile);
      } else {
        expect(outcome, JSON.stringify(result.left)).to.not.equal('shows');
        expectClearFailure(result.left);
      }
      return undefined;
    } catch (error) {
      return `${name}: ${(error as Error).message}`;
    }
  };

  it('end in a clear failure or in a picture that shows nothing it must not, in time and in bounds', async () => {
    expect(due.length).to.be.at.least(60);
    const before = memoryOfAll().own;
    let most = { own: 0, children: 0 };
    const watch = setInterval(() => {
      const { own, children } = memoryOfAll();
      most = { own: Math.max(most.own, own), children: Math.max(most.children, children) };
    }, 250);
    const waiting = [...due];
    const problems: Array<string | undefined> = [];
    const sufferAll = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) problems.push(await suffer(next));
    };
    await Promise.all([sufferAll(), sufferAll()]).finally(() => clearInterval(watch));
    expect(problems.filter((problem) => problem !== undefined)).to.deep.equal([]);
    expect(victim.canary.connections(), 'packets to the canary').to.equal(0);
    expect(await victim.leftovers()).to.deep.equal([]);
    expect(most.own - before, 'memory of the worker').to.be.below(700 * MiB);
    expect(most.children, 'memory of its children').to.be.below(6000 * MiB);
  });
});

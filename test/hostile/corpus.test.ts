import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { allFiles } from './corpus/all-files.js';
import { type Content, contentOf, HARMLESS_COLOR, type HostileCase } from './corpus/hostile-case.js';
import { expectClearFailure, expectHarmless, expectPicture, watchMemory } from './outcomes.js';
import { mostMs, startVictim } from './victim.js';
import { LONG } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

/** The long form renders every file; the short form one of twelve, of each kind of file. */
const isDue = (index: number): boolean => LONG || index % 12 === 0;

const shapeWith = (effects: object): object => ({
  type: 'shape',
  shapeProperties: { shape: 'rectangle', fill: '#00A000' },
  effects,
});

const WHOLE = { start: 0, end: 1000 };
const REVERSED = { timeFrame: { ...WHOLE, reverse: true, loop: true } };

/** The ways in which a clip can use a file: as it is, as a mask, drawn frame by frame, retimed, or with shaped sound. */
const USES: Readonly<Record<HostileCase['clip'], ReadonlyArray<(source: string) => object>>> = {
  image: [
    (source) => ({ type: 'image', source }),
    (source) => shapeWith({ mask: { source, mode: 'luma', fit: 'cover' } }),
    (source) => ({ type: 'image', source, fit: 'containBlur', transition: { in: { type: 'dissolve' } } }),
  ],
  video: [
    (source) => ({ type: 'video', source }),
    (source) => shapeWith({ mask: { source, mode: 'alphaInverted', fit: 'contain' } }),
    (source) => ({ type: 'video', source, ...REVERSED }),
  ],
  audio: [
    (source) => ({ type: 'audio', source }),
    (source) => ({ type: 'audio', source, ...REVERSED }),
    (source) => ({ type: 'audio', source, audio: { fadeIn: 100, normalize: -16, denoise: true } }),
  ],
  table: [(source) => shapeWith({ filters: [{ type: 'lut', source }] })],
};

/** What must be shown is used as it is; all else in one way after the other. */
const clipOf = ({ clip, outcome }: HostileCase, index: number, source: string): object => {
  const uses = USES[clip];
  const use = outcome === 'shows' ? uses[0] : uses[index % uses.length];
  return use ? use(source) : {};
};

describe('hostile files', function () {
  this.timeout(600_000);
  const victim = forSuite(startVictim, ({ close }) => close());
  let due: ReadonlyArray<HostileCase>;
  const contents = new Map<HostileCase, Content>();
  before(async () => {
    due = (await allFiles(victim.canaries)).filter((_, index) => isDue(index));
    for (const hostile of due) contents.set(hostile, await contentOf(hostile));
  });

  const suffer = async (hostile: HostileCase): Promise<string | undefined> => {
    const { name, outcome } = hostile;
    const source = victim.server.serve(`/${encodeURIComponent(name)}`, contents.get(hostile) ?? '');
    const began = performance.now();
    const result = await victim.render([clipOf(hostile, due.indexOf(hostile), source)], mostMs());
    if (process.env['SHOW_OUTCOMES'])
      console.log(
        name,
        Math.round(performance.now() - began),
        E.isLeft(result) ? JSON.stringify(result.left) : 'rendered',
      );
    try {
      if (E.isRight(result)) {
        expect(outcome, 'rendered').to.not.equal('fails');
        const middle = outcome === 'shows' ? HARMLESS_COLOR : undefined;
        await expectPicture(result.right, expectHarmless(middle));
      } else {
        expect(outcome, JSON.stringify(result.left)).to.not.equal('shows');
        expectClearFailure(result.left, victim.folder);
      }
      return undefined;
    } catch (error) {
      return `${name}: ${(error as Error).message}`;
    }
  };

  it('end in a clear failure, or in a picture that shows nothing it must not, within time and resource limits', async () => {
    expect(due.length).to.be.at.least(15);
    expect(new Set(due.map(({ clip, outcome }) => `${clip} ${outcome}`)).size).to.be.at.least(6);
    const memory = watchMemory();
    const waiting = [...due];
    const problems: Array<string | undefined> = [];
    const sufferAll = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) problems.push(await suffer(next));
    };
    await Promise.all([sufferAll(), sufferAll()]).finally(memory.stop);
    expect(problems.filter((problem) => problem !== undefined)).to.deep.equal([]);
    expect(victim.canary.connections(), 'packets to the canary').to.equal(0);
    expect(await victim.leftovers()).to.deep.equal([]);
    memory.expectBounded();
  });
});

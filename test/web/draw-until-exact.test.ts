import { expect } from 'chai';
import { type Detail, drawUntilExact } from '../../web/src/compositor/draw-until-exact.js';

/**
 * What happens while a picture is drawn.
 * @param outcomes how each drawing ends; those after the last end as it does
 */
const drawing = async (outcomes: ReadonlyArray<boolean | Error>, endsAfter = Infinity) => {
  const happened: string[] = [];
  const leaving = new AbortController();
  let count = 0;
  await drawUntilExact(
    {
      draw: async (detail: Detail) => {
        happened.push(`begin ${detail}`);
        await Promise.resolve();
        count += 1;
        if (count === endsAfter) leaving.abort();
        const outcome = outcomes[Math.min(count, outcomes.length) - 1] ?? true;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      onDrawn: () => happened.push('drawn'),
      onFailure: (error) => happened.push(String(error)),
      signal: leaving.signal,
    },
    async () => undefined,
  );
  return happened;
};

describe('drawing until the picture is exact', () => {
  it('begins the exact drawing when the rough one has ended, however long that takes', async () => {
    expect(await drawing([true])).to.deep.equal(['begin rough', 'drawn', 'begin exact', 'drawn']);
  });

  it('tries the exact drawing again after it failed, and after another took its place', async () => {
    const again = ['begin exact', 'Error: lost', 'begin exact', 'begin exact', 'drawn'];
    expect(await drawing([true, new Error('lost'), false, true])).to.deep.equal([
      'begin rough',
      'drawn',
      ...again,
    ]);
    expect(await drawing([new Error('lost'), true])).to.deep.equal([
      'begin rough',
      'Error: lost',
      'begin exact',
      'drawn',
    ]);
  });

  it('ends with what is drawn when something else is wanted, and tells nothing of it', async () => {
    expect(await drawing([true, new Error('lost')], 2)).to.deep.equal([
      'begin rough',
      'drawn',
      'begin exact',
    ]);
    expect(await drawing([true], 1)).to.deep.equal(['begin rough']);
  });
});

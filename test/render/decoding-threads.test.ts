import { expect } from 'chai';
import type { FileInput, MediaEngine } from '../../workers/render/ports/media-engine.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { tools } from '../support/renders/render-tools.js';
import { lavfi } from '../support/renders/lavfi.js';

describe('The threads that decode a video', () => {
  const studio = studioForSuite();

  it('are two while a piece is encoded, on machines with many cores too: each holds frames', async () => {
    const source = await studio.make('moving.mp4', ...lavfi('testsrc2=s=64x36:r=10:d=1'));
    const opened: FileInput[] = [];
    const engine: MediaEngine = {
      ...tools.engine,
      compose: (request, options) => {
        opened.push(...request.inputs.flatMap((input) => (input._tag === 'Source' ? [input] : [])));
        return tools.engine.compose(request, options);
      },
    };
    const metadata = { canvas: { width: 64, height: 36 }, fps: 10, duration: 1000 };
    const clips = [
      { type: 'video', source, timeFrame: { start: 0, end: 1000 }, size: { width: 32, height: 18 } },
    ];
    const file = await render(studio, compositionOf(metadata, clips), { engine });
    await file.dispose();
    expect(opened.map(({ options }) => options?.['threads'])).to.deep.equal(['2']);
  });
});

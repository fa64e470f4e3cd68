import { expect } from 'chai';
import type { RenderedFile } from '../../workers/render/ports/renderer.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { memoryOfAll } from '../support/processes/process-memory.js';
import { decodeFrames, type Picture } from '../support/pictures/decoded-media.js';
import { CANARY_COLOR } from './corpus/canaries.js';

interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

const MiB = 1024 * 1024;

const isNear = (r = 0, g = 0, b = 0, color: Color, by: number): boolean =>
  Math.abs(r - color.r) <= by && Math.abs(g - color.g) <= by && Math.abs(b - color.b) <= by;

/** Asserts that no pixel of a frame has the canary colour, even after encoding losses. */
export const expectNoCanary = ({ data }: Picture): void => {
  for (let at = 0; at < data.length; at += 3)
    if (isNear(data[at], data[at + 1], data[at + 2], CANARY_COLOR, 60))
      expect.fail(`a pixel of the canary at byte ${at}`);
};

/** Asserts that a failure tells the client which clip failed, where and why, and nothing about the machine. */
export const expectClearFailure = (failure: RenderFailure, folder: string): void => {
  expect(failure.clip).to.match(/^clips\[0\](?:\.effects\.(?:filters\[0\]|mask))?$/);
  expect(failure.stage).to.be.oneOf(['download', 'probe', 'decode']);
  expect(failure.message).to.match(/^[A-Za-z][^\n/\\]{5,200}$/);
  expect(JSON.stringify(failure)).to.not.include(folder);
};

/** Asserts that a frame shows only harmless parts: no canary, and the given colour in the middle if it is known. */
export const expectHarmless =
  (middle?: Color) =>
  (frame: Picture): void => {
    expectNoCanary(frame);
    const pixel = frame.at(80, 45);
    if (middle) expect(isNear(...pixel, middle, 8), pixel.join()).to.equal(true);
  };

/** Asserts that the output has the requested size and duration. */
export const expectPicture = async (
  file: RenderedFile,
  check: (frame: Picture) => void = () => undefined,
): Promise<void> => {
  const frames = await decodeFrames(file.path);
  expect(frames).to.have.length(25);
  for (const frame of frames) {
    expect([frame.width, frame.height]).to.deep.equal([160, 90]);
    check(frame);
  }
  await file.dispose();
};

/** Monitors the memory of this process and its children until `stop`. */
export const watchMemory = () => {
  const before = memoryOfAll().own;
  let most = { own: before, children: 0 };
  const timer = setInterval(() => {
    const { own, children } = memoryOfAll();
    most = { own: Math.max(most.own, own), children: Math.max(most.children, children) };
  }, 250);
  return {
    stop: (): void => clearInterval(timer),
    expectBounded: (): void => {
      expect(most.own - before, 'memory of the worker').to.be.below(700 * MiB);
      expect(most.children, 'memory of its children').to.be.below(6000 * MiB);
    },
  };
};

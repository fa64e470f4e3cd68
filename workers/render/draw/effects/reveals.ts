import type { Reveal } from '../../../../domain/composition/animation/look.js';
import { revealedAt } from '../../../../domain/composition/animation/transitions.js';
import type { Box, ColorGradient, Context2D, DrawingTools, Surface } from '../context.js';

/** Enough colour stops to approximate a soft edge with 8-bit precision. */
const STOPS = 64;

/** Adds the alpha of a soft edge to a gradient. All stops are within the edge, which may be a small part of the box. */
const addEdge = (gradient: ColorGradient, { p, softness, isAway }: Reveal, along: (u: number) => number) => {
  const start = p * (1 + softness) - softness;
  const stops = Array.from({ length: STOPS + 1 }, (_, stop) => {
    const u = Math.min(1, Math.max(0, start + (softness * stop) / STOPS));
    return { offset: along(isAway ? 1 - u : u), alpha: revealedAt(u, p, softness) };
  });
  for (const { offset, alpha } of stops.toSorted((a, b) => a.offset - b.offset))
    gradient.addColorStop(offset, `rgba(0, 0, 0, ${alpha})`);
};

/** Erases all but the area that `draw` fills in coordinates of the box; `far` is beyond every edge of the surface. */
const keepOnly = (
  { context, width, height }: Surface,
  { x, y }: Box,
  draw: (context: Context2D, far: number) => void,
): void => {
  context.save();
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = '#000';
  context.translate(x, y);
  draw(context, 2 * (width + height));
  context.restore();
};

/** A straight edge. Pixels outside the box are revealed together with the nearest point of its edge. */
const wipe = (surface: Surface, box: Box, reveal: Reveal): void => {
  const { width, height } = box;
  const { shape, p, softness, isAway } = reveal;
  const isBackwards = shape === 'left' || shape === 'up';
  const isSideways = shape === 'left' || shape === 'right';
  keepOnly(surface, box, (context, far) => {
    if (softness === 0) {
      const length = (isSideways ? width : height) * p;
      const from = isBackwards === isAway ? -far : (isSideways ? width : height) - length;
      const reach = p > 0 ? far + length : 0;
      if (isSideways) context.fillRect(from, -far, reach, 2 * far);
      else context.fillRect(-far, from, 2 * far, reach);
      return;
    }
    const end = isSideways ? { x: width, y: 0 } : { x: 0, y: height };
    const gradient = context.createLinearGradient(0, 0, end.x, end.y);
    addEdge(gradient, reveal, (u) => (isBackwards ? 1 - u : u));
    context.fillStyle = gradient;
    context.fillRect(-far, -far, 2 * far, 2 * far);
  });
};

const circle = (surface: Surface, box: Box, reveal: Reveal): void => {
  const { width, height } = box;
  const half = Math.hypot(width, height) / 2;
  keepOnly(surface, box, (context, far) => {
    if (reveal.softness === 0) {
      context.beginPath();
      context.arc(width / 2, height / 2, half * reveal.p, 0, 2 * Math.PI);
      context.fill();
      return;
    }
    const gradient = context.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, half);
    addEdge(gradient, { ...reveal, isAway: false }, (u) => u);
    context.fillStyle = gradient;
    context.fillRect(-far, -far, 2 * far, 2 * far);
  });
};

const radial = (surface: Surface, box: Box, reveal: Reveal): void => {
  const { width, height } = box;
  const top = -Math.PI / 2;
  keepOnly(surface, box, (context, far) => {
    if (reveal.softness === 0) {
      const turn = 2 * Math.PI * reveal.p;
      const from = reveal.isAway ? 2 * Math.PI - turn : 0;
      context.beginPath();
      context.moveTo(width / 2, height / 2);
      context.arc(width / 2, height / 2, far, top + from, top + from + turn);
      context.closePath();
      context.fill();
      return;
    }
    const gradient = context.createConicGradient(top, width / 2, height / 2);
    addEdge(gradient, reveal, (u) => u);
    context.fillStyle = gradient;
    context.fillRect(-far, -far, 2 * far, 2 * far);
  });
};

/** A pseudo-random number from 0 to 1 for a grain, the same on every machine: Wang's integer hash. */
const grainAt = (x: number, y: number): number => {
  let seed = (x * 73_856_093) ^ (y * 19_349_663);
  seed = (seed ^ 61 ^ (seed >>> 16)) * 9;
  seed = Math.imul(seed ^ (seed >>> 4), 0x27d4eb2d);
  return ((seed ^ (seed >>> 15)) >>> 0) / 2 ** 32;
};

const dissolve = (surface: Surface, box: Box, { p, grain }: Reveal, tools: DrawingTools): void => {
  const { width, height } = surface;
  const { data, put } = tools.samples(surface);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (grainAt(Math.floor((x - box.x) / grain), Math.floor((y - box.y) / grain)) >= p)
        data[(y * width + x) * 4 + 3] = 0;
  put();
};

/** Hides the part that a moving edge has not revealed yet, or has already passed. */
export const reveal = (surface: Surface, box: Box, edge: Reveal, tools: DrawingTools): void => {
  // A full reveal also shows what is outside the box.
  if (edge.p >= 1) return undefined;
  switch (edge.shape) {
    case 'left':
    case 'right':
    case 'up':
    case 'down':
      return wipe(surface, box, edge);
    case 'circle':
      return circle(surface, box, edge);
    case 'radial':
      return radial(surface, box, edge);
    case 'dissolve':
      return dissolve(surface, box, edge, tools);
  }
};

import type { Reveal } from '../../../domain/composition/animation/look.js';
import { revealedAt } from '../../../domain/composition/animation/transitions.js';
import type { DrawingTools, Gradient, Surface } from './context.js';

/** The number of colour stops that approximate a soft edge to eight bits. */
const STOPS = 64;

/** Adds the alpha of the edge along the gradient; a hard edge is exact. */
const addEdge = (gradient: Gradient, { p, softness, isAway }: Reveal, along: (u: number) => number): void => {
  const alpha = (place: number): number => revealedAt(isAway ? 1 - place : place, p, softness);
  for (let stop = 0; stop <= STOPS; stop += 1) {
    const place = stop / STOPS;
    gradient.addColorStop(along(place), `rgba(0, 0, 0, ${alpha(place)})`);
  }
};

const keepOnly = (surface: Surface, draw: () => void): void => {
  const { context } = surface;
  context.save();
  context.globalCompositeOperation = 'destination-in';
  draw();
  context.restore();
};

const wipe = (surface: Surface, reveal: Reveal): void => {
  const { width, height, context } = surface;
  const { shape, p, softness, isAway } = reveal;
  const isBackwards = shape === 'left' || shape === 'up';
  const isSideways = shape === 'left' || shape === 'right';
  keepOnly(surface, () => {
    if (softness === 0) {
      const isAtStart = isBackwards === isAway;
      const [w, h] = isSideways ? [width * p, height] : [width, height * p];
      context.fillStyle = '#000';
      context.fillRect(
        isAtStart || !isSideways ? 0 : width - w,
        isAtStart || isSideways ? 0 : height - h,
        w,
        h,
      );
      return;
    }
    const end = isSideways ? { x: width, y: 0 } : { x: 0, y: height };
    const gradient = context.createLinearGradient(0, 0, end.x, end.y);
    addEdge(gradient, reveal, (u) => (isBackwards ? 1 - u : u));
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  });
};

const circle = (surface: Surface, reveal: Reveal): void => {
  const { width, height, context } = surface;
  const half = Math.hypot(width, height) / 2;
  keepOnly(surface, () => {
    if (reveal.softness === 0) {
      context.fillStyle = '#000';
      context.beginPath();
      context.arc(width / 2, height / 2, half * reveal.p, 0, 2 * Math.PI);
      context.fill();
      return;
    }
    const gradient = context.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, half);
    addEdge(gradient, { ...reveal, isAway: false }, (u) => u);
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  });
};

const radial = (surface: Surface, reveal: Reveal): void => {
  const { width, height, context } = surface;
  const top = -Math.PI / 2;
  keepOnly(surface, () => {
    if (reveal.softness === 0) {
      const turn = 2 * Math.PI * reveal.p;
      const from = reveal.isAway ? 2 * Math.PI - turn : 0;
      context.fillStyle = '#000';
      context.beginPath();
      context.moveTo(width / 2, height / 2);
      context.arc(width / 2, height / 2, Math.hypot(width, height), top + from, top + from + turn);
      context.closePath();
      context.fill();
      return;
    }
    const gradient = context.createConicGradient(top, width / 2, height / 2);
    addEdge(gradient, reveal, (u) => u);
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  });
};

/** A number from 0 to 1 for a grain, the same on every machine: an integer hash (Wang). */
const grainAt = (x: number, y: number): number => {
  let seed = (x * 73_856_093) ^ (y * 19_349_663);
  seed = (seed ^ 61 ^ (seed >>> 16)) * 9;
  seed = Math.imul(seed ^ (seed >>> 4), 0x27d4eb2d);
  return ((seed ^ (seed >>> 15)) >>> 0) / 2 ** 32;
};

const dissolve = (surface: Surface, { p, grain }: Reveal, tools: DrawingTools): void => {
  const { width, height } = surface;
  const { data, put } = tools.samples(surface);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (grainAt(Math.floor(x / grain), Math.floor(y / grain)) >= p) data[(y * width + x) * 4 + 3] = 0;
  put();
};

/** Hides the part that the edge has not revealed yet, or has already passed. */
export const reveal = (surface: Surface, edge: Reveal, tools: DrawingTools): void => {
  switch (edge.shape) {
    case 'left':
    case 'right':
    case 'up':
    case 'down':
      return wipe(surface, edge);
    case 'circle':
      return circle(surface, edge);
    case 'radial':
      return radial(surface, edge);
    case 'dissolve':
      return dissolve(surface, edge, tools);
  }
};

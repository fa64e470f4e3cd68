import './animate.css';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { lookAt } from '../../../../domain/composition/animation/look.js';
import { centreOf, type Point } from '../../../../domain/composition/geometry/geometry.js';
import { withClip } from '../document.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { farther } from '../stage/clip-shape.js';
import { useDrag } from '../stage/use-drag.js';
import { tracksOf, withPointChanged } from './keyframes.js';

/** The number of line segments of a path. */
const STEPS = 80;

const AXES = ['x', 'y'] as const;

interface PathProps {
  /** The clip in the document, and its place. */
  readonly clip: Clip;
  readonly place: PlacedClip;
  readonly zoom: number;
}

interface DotProps extends Omit<PathProps, 'place'> {
  readonly time: number;
  readonly centre: Point;
}

/** A keyframe of a position, which can be dragged. */
const Dot = ({ clip, zoom, time, centre }: DotProps) => {
  const { document, change, places, endGesture } = useShared();
  const drag = useDrag(() => {
    const { canvas } = places;
    return (dx, dy) => {
      const by = { x: dx / zoom, y: dy / zoom };
      const moved = AXES.reduce(
        (before, axis) =>
          withPointChanged(before, `position.${axis}`, time, (point) => ({
            ...point,
            value: farther(point.value, by[axis], canvas, axis === 'x' ? canvas.width : canvas.height),
          })),
        clip,
      );
      change(
        withClip(document, clip.id ?? '', () => moved),
        `path of ${clip.id} at ${time}`,
      );
    };
  }, endGesture);
  const [x, y] = [centre.x * zoom, centre.y * zoom];
  return (
    <rect {...{ x: x - 5, y: y - 5, width: 10, height: 10, transform: `rotate(45 ${x} ${y})` }} {...drag} />
  );
};

/** The path of a clip whose position has keyframes, over the stage. */
export const MotionPath = ({ clip, place, zoom }: PathProps) => {
  const { places } = useShared();
  const tracks = tracksOf(clip).filter(({ property }) => property.startsWith('position.'));
  const times = [...new Set(tracks.flatMap(({ points }) => points.map(({ time }) => time)))];
  const length = place.end - place.start;
  const [first, last] = [Math.min(...times), Math.min(length, Math.max(...times))];
  const centreAt = (time: number): Point => centreOf(lookAt(place.resolved, time, places.canvas).box);
  const corners = Array.from({ length: STEPS + 1 }, (_, step) => {
    const { x, y } = centreAt(first + ((last - first) * step) / STEPS);
    return `${(x * zoom).toFixed(1)},${(y * zoom).toFixed(1)}`;
  });
  return (
    <svg className="motion-path" aria-hidden="true">
      <polyline points={corners.join(' ')} />
      {times.map((time, index) => (
        <Dot key={index} {...{ clip, zoom, time }} centre={centreAt(time)} />
      ))}
    </svg>
  );
};

/** Whether the position of a clip has keyframes. */
export const hasPath = (clip: Clip | undefined): clip is Clip =>
  clip !== undefined && tracksOf(clip).some(({ property }) => property.startsWith('position.'));

/** A track of keyframes: its times, in ms, its values, and how they are reached. */
export const track = (
  property: string,
  ...points: ReadonlyArray<readonly [time: number, value: number | string, easing?: string]>
) => ({
  property,
  points: points.map(([time, value, easing]) => ({ time, value, ...(easing ? { easing } : {}) })),
});

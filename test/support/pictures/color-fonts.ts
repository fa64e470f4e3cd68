export const u8 = (value: number): Buffer => Buffer.of(value);
export const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.of((value >> 8) & 255, value & 255)));
export const u24 = (value: number): Buffer => Buffer.of((value >> 16) & 255, (value >> 8) & 255, value & 255);
export const u32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));
/** Numbers with 14 bits after the point. */
export const f2dot14 = (...values: number[]): Buffer =>
  u16(...values.map((value) => Math.round(value * 2 ** 14)));

/** Colours of a font, each as red, green, blue and alpha: table CPAL, version 0. */
export const palette = (...colors: (readonly [number, number, number, number])[]): Buffer =>
  Buffer.concat([
    u16(0, colors.length, 1, colors.length),
    u32(14),
    u16(0),
    ...colors.map(([r, g, b, a]) => Buffer.of(b, g, r, a)),
  ]);

/** The colour of the text, in place of one of the palette. */
export const FOREGROUND = 0xffff;

/** A glyph that is made of others, each in a colour of the palette: table COLR, version 0. */
export const layeredGlyph = (
  glyph: number,
  layers: ReadonlyArray<{ readonly glyph: number; readonly color: number }>,
): Buffer =>
  Buffer.concat([
    u16(0, 1),
    u32(14, 20),
    u16(layers.length),
    u16(glyph, 0, layers.length),
    ...layers.map((layer) => u16(layer.glyph, layer.color)),
  ]);

/** A glyph with a graph of paints: table COLR, version 1. */
export const paintedGlyph = (glyph: number, paint: Buffer): Buffer =>
  Buffer.concat([u16(1, 0), u32(0, 0), u16(0), u32(34, 0, 0, 0, 0), u32(1), u16(glyph), u32(10), paint]);

/** How colours go on outside their line. */
export const EXTEND = { pad: 0, repeat: 1, reflect: 2 } as const;
interface Line {
  readonly extend?: keyof typeof EXTEND;
  /** The offsets of the first and the second colour of the palette. */
  readonly offsets?: readonly [number, number];
}

/** A colour line from the first colour of the palette to the second. */
const line = ({ extend = 'pad', offsets: [first, second] = [0, 1] }: Line): Buffer =>
  Buffer.concat([
    u8(EXTEND[extend]),
    u16(2),
    f2dot14(first),
    u16(0),
    f2dot14(1),
    f2dot14(second),
    u16(1),
    f2dot14(1),
  ]);

/** Colours along the line from `start` to `end`, font units. */
export const linearPaint = (
  start: readonly [number, number],
  end: readonly [number, number],
  more: Line = {},
): Buffer => {
  // The third point is at a right angle to the line.
  const third = [start[0] - (end[1] - start[1]), start[1] + (end[0] - start[0])];
  return Buffer.concat([u8(4), u24(16), u16(...start, ...end, ...third), line(more)]);
};

/** Colours from a circle of radius `inner` around a point outwards, font units. */
export const radialPaint = (
  centre: readonly [number, number],
  radius: number,
  { inner = 0, ...more }: Line & { readonly inner?: number } = {},
): Buffer => Buffer.concat([u8(6), u24(16), u16(...centre, inner, ...centre, radius), line(more)]);

/** Colours around a point, against the clock from the right; `turns` are the start and end angle. */
export const sweepPaint = (
  centre: readonly [number, number],
  { turns: [from, to] = [0, 1], ...more }: Line & { readonly turns?: readonly [number, number] } = {},
): Buffer => Buffer.concat([u8(8), u24(12), u16(...centre), f2dot14(from * 2 - 1, to * 2 - 1), line(more)]);

export const solidPaint = (color: number): Buffer => Buffer.concat([u8(2), u16(color), f2dot14(1)]);

/** A paint within the outline of a glyph. */
export const glyphPaint = (glyph: number, paint: Buffer): Buffer =>
  Buffer.concat([u8(10), u24(6), u16(glyph), paint]);

/** One paint composited with another below it. */
export const compositePaint = (source: Buffer, mode: number, backdrop: Buffer): Buffer =>
  Buffer.concat([u8(32), u24(8), u8(mode), u24(8 + source.length), source, backdrop]);

/** A character map with characters from `first` on: table cmap with a subtable of format 12. */
export const characterMap = (...groups: (readonly [first: number, last: number, glyph: number])[]): Buffer =>
  Buffer.concat([
    u16(0, 1, 3, 10),
    u32(12),
    u16(12, 0),
    u32(16 + groups.length * 12, 0, groups.length, ...groups.flat()),
  ]);

/** A picture (PNG) of one glyph of `count`, at `ppem` pixels per font size and from its origin up: table sbix. */
export const picturedGlyph = (glyph: number, count: number, ppem: number, png: Buffer): Buffer => {
  const data = Buffer.concat([u16(0, 0), Buffer.from('png ', 'latin1'), png]);
  const start = 4 + 4 * (count + 1);
  const offsets = Array.from({ length: count + 1 }, (_, index) => start + (index > glyph ? data.length : 0));
  return Buffer.concat([u16(1, 1), u32(1, 12), u16(ppem, 72), u32(...offsets), data]);
};

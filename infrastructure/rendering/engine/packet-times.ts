import { AVDISCARD_ALL, AVDISCARD_DEFAULT, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { type FormatContext, Packet, type Stream } from 'node-av/lib';
import { milliseconds } from './open-input.js';

/** The part before the end whose packets tell when a stream ends, in seconds. */
const TAIL = 10;

/** When the last packets of a stream are shown, in ms. */
export interface LastTimes {
  readonly last: number;
  /** The one before the last; the last if there is only one. */
  readonly before: number;
  /** Whether they are not evenly spaced. */
  readonly isUneven: boolean;
}

/** Reads the rest of a file. */
const eachPacket = (file: FormatContext, take: (packet: Packet) => void): void => {
  const packet = new Packet();
  packet.alloc();
  while (file.readFrameSync(packet) >= 0) {
    take(packet);
    packet.unref();
  }
  packet.free();
};

const timesFrom = (file: FormatContext, stream: Stream, seconds: number): ReadonlyArray<number> => {
  file.seekFrameSync(-1, BigInt(Math.round(seconds * 1e6)), AVSEEK_FLAG_BACKWARD);
  const times: number[] = [];
  eachPacket(file, ({ streamIndex, pts }) => {
    const time = streamIndex === stream.index ? milliseconds(pts, stream.timeBase) : undefined;
    if (time !== undefined) times.push(time);
  });
  return times.sort((a, b) => a - b);
};

/**
 * When the last packet of a file ends, in ms of its own clock: for files that do not say how long they are, such as what
 * browsers record. Reads all of it.
 */
export const endOfPackets = (file: FormatContext): number => {
  let end = 0;
  eachPacket(file, ({ streamIndex, pts, duration }) => {
    const timeBase = file.streams[streamIndex]?.timeBase;
    const time = timeBase && milliseconds(pts, timeBase);
    if (timeBase && time !== undefined) end = Math.max(end, time + (milliseconds(duration, timeBase) ?? 0));
  });
  return end;
};

/** Reads the last seconds of a stream, or all of it if they have no packets. @param end of the stream, in seconds */
export const lastTimes = (file: FormatContext, stream: Stream, end: number): LastTimes | undefined => {
  const { streams } = file;
  for (const one of streams) one.discard = one.index === stream.index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  const tail = timesFrom(file, stream, Math.max(0, end - TAIL));
  const times = tail.length > 0 ? tail : timesFrom(file, stream, 0);
  const [last, before = last] = times.slice(-2).reverse();
  return last === undefined || before === undefined ? undefined : { last, before, isUneven: isUneven(times) };
};

/** How much longer one frame than another may last at a constant rate, in ms: containers round times. */
const ROUNDING = 2.5;

const isUneven = (times: ReadonlyArray<number>): boolean => {
  const lengths = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  return longest - lengths.reduce((a, b) => Math.min(a, b), longest) > ROUNDING;
};

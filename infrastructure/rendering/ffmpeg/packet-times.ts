import { milliseconds, type Report } from './ffprobe-report.js';

/** The part before the end that is searched first for the last packets, in seconds. */
const TAIL = 10;

/** Timestamps of the packets of a file's streams, in ms, ascending. */
export interface PacketTimes {
  /** Those of a whole stream, if all packets of the file were read. */
  readonly known: (stream: number) => ReadonlyArray<number> | undefined;
  /**
   * Those of a whole stream, if they are known and evenly spaced. If they are not, those of the last seconds still may
   * be, which decides.
   */
  readonly even: (stream: number) => ReadonlyArray<number> | undefined;
  /**
   * Those of the last seconds of a stream; of the whole stream if these have none. Each part is read once.
   * @param end of the stream, in seconds
   */
  readonly last: (stream: number, end: number) => Promise<ReadonlyArray<number>>;
}

type Packets = NonNullable<Report['packets']>;

/**
 * @param ask reports on the file, with further options of ffprobe
 * @param packets all packets of all streams, if they were read
 */
export const packetTimesOf = (
  ask: (options: ReadonlyArray<string>) => Promise<Report>,
  packets?: Packets,
): PacketTimes => {
  const read = new Map<string, Promise<ReadonlyArray<number>>>();
  const packetsFrom = (stream: number, from: number): Promise<ReadonlyArray<number>> => {
    const part = `${stream} from ${from}`;
    const show = ['-select_streams', String(stream), '-show_entries', 'packet=pts_time'];
    const times =
      read.get(part) ??
      ask([...show, '-read_intervals', `${from}%`]).then((report) => timesOf(report.packets));
    read.set(part, times);
    return times;
  };
  const known = (stream: number): ReadonlyArray<number> | undefined => {
    const times = timesOf(packets?.filter(({ stream_index }) => stream_index === stream));
    return times.length > 0 ? times : undefined;
  };
  return {
    known,
    even: (stream) => {
      const times = known(stream);
      return times && !isUneven(times) ? times : undefined;
    },
    last: async (stream, end) => {
      const times = await packetsFrom(stream, Math.max(0, end - TAIL));
      return times.length > 0 ? times : packetsFrom(stream, 0);
    },
  };
};

const timesOf = (packets: Packets = []): ReadonlyArray<number> =>
  packets.flatMap(({ pts_time }) => milliseconds(pts_time) ?? []).sort((a, b) => a - b);

/** How much longer one frame than another may last at a constant rate, in ms: containers round times. */
const ROUNDING = 2.5;

/** Whether the times of consecutive frames, ascending, are not evenly spaced. */
export const isUneven = (times: ReadonlyArray<number>): boolean => {
  const lengths = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  return longest - lengths.reduce((a, b) => Math.min(a, b), longest) > ROUNDING;
};

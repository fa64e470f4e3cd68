import type { Canaries } from './canaries.js';
import { casesOf, type HostileCase } from './hostile-case.js';
import { box, withBoxes, withBytes } from './mp4-boxes.js';

/** A hostile file as the source of a video clip. */
export const video = casesOf('video', 'any');

/** An MP4 data reference that claims that the samples are in another file. */
const externalReference = (type: 'url ' | 'alis', location: string): Buffer => {
  const isAlias = type === 'alis';
  const entry = box(type, Buffer.alloc(4), isAlias ? aliasOf(location) : Buffer.from(`${location}\0`));
  return box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry);
};

/** A Mac OS alias record with a Unix path, as written by QuickTime. */
const aliasOf = (path: string): Buffer => {
  const fixed = Buffer.alloc(150);
  fixed.writeUInt16BE(150, 4);
  const text = Buffer.from(path);
  const record = (type: number, content: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeInt16BE(type, 0);
    head.writeUInt16BE(content.length, 2);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  return Buffer.concat([fixed, record(18, text), record(2, text), record(-1, Buffer.alloc(0))]);
};

/** The largest positive number of 32 bits. */
const LARGEST = [0x7f, 0xff, 0xff, 0xff];

/** Hostile MP4 files whose boxes contradict each other or refer to other files. @param good a valid MP4 */
export const mp4Videos = (good: Buffer, { mp4, url }: Canaries): ReadonlyArray<HostileCase> => [
  video(
    'box-says-huge.mp4',
    Buffer.concat([
      good.subarray(0, 28),
      Buffer.from([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, ...LARGEST, 255, 255, 255, 255]),
    ]),
    'fails',
  ),
  video(
    'boxes-nested.mp4',
    { make: () => Array.from({ length: 5000 }).reduce<Buffer>((inner) => box('moov', inner), box('free')) },
    'fails',
  ),
  video(
    'external-file.mp4',
    withBoxes(good, 'dref', () => externalReference('url ', `file://${mp4}`)),
  ),
  video(
    'external-http.mp4',
    withBoxes(good, 'dref', () => externalReference('url ', `${url}/x.mp4`)),
  ),
  video(
    'external-alias.mov',
    withBoxes(good, 'dref', () => externalReference('alis', mp4)),
  ),
  video(
    'reference-movie.mov',
    box(
      'moov',
      box(
        'rmra',
        box(
          'rmda',
          box(
            'rdrf',
            Buffer.alloc(4),
            Buffer.from('url '),
            Buffer.from([0, 0, 0, url.length]),
            Buffer.from(url),
          ),
        ),
      ),
    ),
    'fails',
  ),
  video('absurd-sides.mp4', withBytes(good, 'stsd', 8 + 8 + 24, [0xff, 0xff, 0xff, 0xff])),
  video('absurd-duration.mp4', withBytes(withBytes(good, 'mvhd', 16, LARGEST), 'mdhd', 16, LARGEST)),
  video('absurd-time-scale.mp4', withBytes(good, 'mdhd', 12, LARGEST)),
  video('time-scale-of-0.mp4', withBytes(good, 'mdhd', 12, [0, 0, 0, 0])),
  video('absurd-sample-count.mp4', withBytes(good, 'stsz', 8, LARGEST)),
  video('absurd-sample-times.mp4', withBytes(good, 'stts', 8, [...LARGEST, ...LARGEST])),
  video('absurd-chunk-offset.mp4', withBytes(good, 'stco', 8, LARGEST)),
  video('absurd-rotation.mp4', withBytes(good, 'tkhd', 40, [...LARGEST, ...LARGEST, ...LARGEST, ...LARGEST])),
];

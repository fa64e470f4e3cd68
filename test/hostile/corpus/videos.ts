import { BT709, flat, H264, makeMedia, mediaMaker, options } from './make-media.js';
import type { Canaries } from './canaries.js';
import type { HostileCase } from './hostile-case.js';
import { endless } from './endless.js';
import { mp4Videos, video } from './mp4-videos.js';

/** Hostile videos. */
export const videos = async (folder: string, canaries: Canaries): Promise<ReadonlyArray<HostileCase>> => {
  const { mp4, text, png } = canaries;
  const making = mediaMaker(folder);
  const good = await making('good.mp4', ...flat(), ...H264).make();
  const goodStream = await making('good.ts', ...flat(), ...H264).make();
  const fast = await making('fast.mp4', ...flat(), ...H264, '-movflags', '+faststart').make();
  return [
    video('good.mp4', good, 'shows'),
    video('named-image.png', good, 'shows'),
    video('without-ending', good, 'shows'),
    video('empty.mp4', '', 'fails'),
    video('one-byte.mp4', 'x', 'fails'),
    video('zeros.mp4', Buffer.alloc(1_000_000), 'fails'),
    video('ones.mp4', Buffer.alloc(1_000_000, 255), 'fails'),
    video(
      'noise.mp4',
      {
        make: () =>
          Buffer.from(Array.from({ length: 300_000 }, (_, n) => ((n * 2_654_435_761) >>> 13) & 255)),
      },
      'fails',
    ),
    video('cut-index.mp4', good.subarray(0, good.length - 400), 'fails'),
    video('cut-data.mp4', fast.subarray(0, Math.floor(fast.length * 0.95))),
    video('head-only.mp4', fast.subarray(0, 64), 'fails'),
    ...mp4Videos(good, canaries),
    video('one-pixel.mkv', making('one.mkv', ...flat(undefined, '2x2'), '-c:v', 'ffv1')),
    video(
      'wide.mkv',
      making('wide.mkv', ...flat(undefined, '16384x2', 0.2), ...options('-c:v ffv1 -frames:v 2')),
    ),
    video(
      'too-many-pixels.mkv',
      making('huge.mkv', ...flat(undefined, '14000x14000', 0.04), ...options('-c:v ffv1 -frames:v 1')),
      'fails',
    ),
    video(
      'frame-rate-of-100000.mkv',
      making(
        'rate.mkv',
        ...flat(),
        ...options('-vf setpts=N/(100000*TB),fps=100000 -frames:v 200 -c:v ffv1'),
      ),
    ),
    video(
      'frame-rate-of-1-in-1000-s.mkv',
      making('slow.mkv', ...flat(), ...options('-vf setpts=N*1000/TB -vsync 0 -frames:v 3 -c:v ffv1')),
    ),
    video(
      'time-jump.mkv',
      making(
        'jump.mkv',
        ...flat(),
        ...options("-vf setpts='if(gt(N,9),N+1e9,N)' -vsync 0 -enc_time_base 1:25 -c:v ffv1"),
      ),
    ),
    video(
      'time-backwards.nut',
      making('back.nut', ...flat(), ...options('-c:v ffv1 -output_ts_offset -100000')),
    ),
    video(
      'many-streams.mkv',
      making(
        'many.mkv',
        ...flat(),
        ...Array.from({ length: 200 }, () => ['-map', '0:v']).flat(),
        ...options('-c:v ffv1 -frames:v 1'),
      ),
    ),
    video(
      'subtitles.mkv',
      making(
        'subs.mkv',
        ...flat(),
        ...options('-f srt -i'),
        `data:text/plain,1%0A00:00:00,000 --> 00:00:01,000%0A<font face="${text}">x</font>%0A`,
        ...H264,
        '-c:s',
        'ass',
      ),
      'shows',
    ),
    video(
      'attachment.mkv',
      making(
        'attach.mkv',
        ...flat(),
        ...H264,
        '-attach',
        png,
        ...options('-metadata:s:t mimetype=image/png -metadata:s:t'),
        `filename=../../${png}`,
      ),
      'shows',
    ),
    video(
      'cover-first.mp4',
      making(
        'cover.mp4',
        '-i',
        png,
        ...flat(),
        ...options('-map 0 -map 1 -c:v:0 png -c:v:1 libx264'),
        ...BT709,
        '-disposition:v:0',
        'attached_pic',
      ),
      'shows',
    ),
    video(
      'odd-metadata.mp4',
      making('meta.mp4', ...flat(), ...H264, '-metadata', `title=';touch x;$(id)\n[in]movie=${mp4}`),
      'shows',
    ),
    video('raw-codec.avi', making('raw.avi', ...flat(), '-c:v', 'rawvideo')),
    video('text-codec.avi', making('text.nut', ...flat(undefined, '640x480', 0.2), '-c:v', 'zmbv')),
    video('gif-as-video.gif', making('anim.gif', ...flat()), 'any'),
    video('program.swf', making('x.swf', ...flat(), '-c:v', 'flv1'), 'any'),
    video('program.flv', {
      make: async () =>
        Buffer.concat([
          await makeMedia(folder, 'x.flv', [...flat(), '-c:v', 'flv1']),
          Buffer.alloc(1_000_000, 18),
        ]),
    }),
    video(
      'cut-within.ts',
      Buffer.concat([goodStream.subarray(0, 3000), Buffer.alloc(50_000, 71), goodStream.subarray(3001)]),
    ),
    video('repeated.ts', Buffer.concat(Array.from({ length: 300 }, () => goodStream))),
    video('endless-zeros.mp4', endless(fast)),
    video('endless-stream.ts', endless(goodStream, goodStream)),
  ];
};

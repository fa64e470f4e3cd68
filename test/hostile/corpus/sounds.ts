import type { Canaries } from './canaries.js';
import { endless } from './endless.js';
import { casesOf, type HostileCase } from './hostile-case.js';
import { flat, H264, mediaMaker, options, tone } from './make-media.js';

/** A WAV with arbitrary claims about itself. */
const wav = (channels: number, rate: number, bits: number, dataSize: number, data = Buffer.alloc(9600)) => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(Math.min(36 + dataSize, 2 ** 32 - 1), 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * (bits >> 3)) >>> 0, 28);
  head.writeUInt16LE((channels * (bits >> 3)) & 0xffff, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataSize, 40);
  return Buffer.concat([head, data]);
};

/** Hostile audio files. */
export const sounds = async (folder: string, { png }: Canaries): Promise<ReadonlyArray<HostileCase>> => {
  const making = mediaMaker(folder);
  const audio = casesOf('audio', 'any');
  const mp3 = await making('good.mp3', ...tone()).make();
  return [
    audio('wav-of-65535-channels.wav', wav(65_535, 48_000, 16, 2 ** 32 - 1), 'fails'),
    audio('wav-of-0-channels.wav', wav(0, 48_000, 16, 9600), 'fails'),
    audio('wav-of-64-channels.wav', wav(64, 48_000, 16, 9600)),
    audio('wav-at-4-ghz.wav', wav(2, 2 ** 32 - 1, 16, 9600)),
    audio('wav-at-1-hz.wav', wav(1, 1, 16, 9600)),
    audio('wav-at-0-hz.wav', wav(1, 0, 16, 9600)),
    audio('wav-of-65535-bits.wav', wav(1, 48_000, 65_535, 9600)),
    audio('wav-says-huge.wav', wav(2, 48_000, 16, 2 ** 32 - 1)),
    audio('wav-endless.wav', endless(wav(2, 48_000, 16, 2 ** 32 - 1)), 'fails'),
    audio('mp3-endless.mp3', endless(mp3, mp3)),
    audio('mp3-cut.mp3', mp3.subarray(0, 1000)),
    audio('mp3-head-only.mp3', mp3.subarray(0, 10), 'fails'),
    audio(
      'mp3-huge-tag.mp3',
      Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), mp3]),
    ),
    audio(
      'mp3-with-cover.mp3',
      making('cover.mp3', ...tone(), '-i', png, ...options('-map 0 -map 1 -c:v png')),
    ),
    audio('flac-cut.flac', {
      make: async () => (await making('good.flac', ...tone()).make()).subarray(0, 5000),
    }),
    audio('ogg-chained.ogg', {
      make: async () => {
        const link = await making('x.ogg', ...tone(48_000, 0.1)).make();
        return Buffer.concat(Array.from<Buffer>({ length: 50 }).fill(link));
      },
    }),
    audio('opus.webm', making('x.webm', ...tone(), '-c:a', 'libopus')),
    audio('video-without-sound.mp4', making('silent.mp4', ...flat(), ...H264)),
    audio(
      'playlist-in-tag.mp3',
      making('tag.mp3', ...tone(), '-metadata', 'title=#EXTM3U file:///etc/passwd'),
    ),
    audio(
      'module.mod',
      Buffer.concat([Buffer.alloc(1080), Buffer.from('M.K.'), Buffer.alloc(2000)]),
      'fails',
    ),
    audio('midi.mid', Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0\0', 'latin1'), 'fails'),
    audio('empty.mp3', '', 'fails'),
  ];
};

import {
  AV_CODEC_ID_HEVC,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { avCompareTs, FFmpegError, type Packet, Rational, type Stream } from 'node-av/lib';
import type { JoinedFile } from '../../../workers/render/ports/join-request.js';
import type { Perform } from './engine-job.js';
import type { JoinJob } from './join-job.js';
import { JoinedPicture } from './joined-picture.js';
import { Muxer, MUXERS } from './muxer.js';
import { addSound } from './joined-sound.js';
import { addSubtitles, subtitlePackets } from './subtitle-track.js';

/** The packets of a stream of the file, as they are written. */
interface Track {
  readonly stream: Stream;
  readonly packets: () => Generator<Packet>;
}

const copyStream = (from: Stream, to: Stream): void => {
  FFmpegError.throwIfError(from.codecpar.copy(to.codecpar), 'parameters');
  to.timeBase = from.timeBase;
};

/** Frames of outputs are BT.709 in limited range. */
const nameColors = ({ codecpar }: Stream): void => {
  codecpar.colorSpace = AVCOL_SPC_BT709;
  codecpar.colorRange = AVCOL_RANGE_MPEG;
  codecpar.colorPrimaries = AVCOL_PRI_BT709;
  codecpar.colorTrc = AVCOL_TRC_BT709;
};

const pictureTrack = (
  { picture, format }: JoinJob,
  muxer: Muxer,
): { readonly track: Track; readonly joined: JoinedPicture } | undefined => {
  if (!picture) return undefined;
  const { num, den } = picture.rate;
  const joined = new JoinedPicture(picture.pieces, picture.rate);
  const stream = muxer.addStream();
  const delay = joined.open((first) => {
    copyStream(first, stream);
    stream.sampleAspectRatio = first.sampleAspectRatio;
    stream.avgFrameRate = new Rational(num, den);
    // It was that of the first piece only.
    stream.codecpar.bitRate = 0n;
    // Players of Apple know only the form whose headers are in the container alone.
    if (stream.codecpar.codecId === AV_CODEC_ID_HEVC) stream.codecpar.codecTag = 'hvc1';
    if (format !== 'webm') nameColors(stream);
  });
  return { joined, track: { stream, packets: () => joined.packets(stream, delay) } };
};

/** Writes the packets of all tracks, in the order in which they are decoded. */
const interleave = (tracks: ReadonlyArray<Track>, muxer: Muxer, onPacket: () => void): void => {
  // Reading a time base from the library takes longer than comparing with it.
  const open = tracks.flatMap(({ stream: { timeBase }, packets }) => {
    const rest = packets();
    const first = rest.next();
    return first.done === true ? [] : [{ timeBase, rest, packet: first.value }];
  });
  for (;;) {
    const [next] = open.toSorted((a, b) => avCompareTs(a.packet.dts, a.timeBase, b.packet.dts, b.timeBase));
    if (!next) return;
    muxer.write(next.packet);
    onPacket();
    const { value, done } = next.rest.next();
    if (done === true) open.splice(open.indexOf(next), 1);
    else next.packet = value;
  }
};

/** Muxes a picture, a sound and subtitles into a file, and hashes the streams while they pass. */
export const join: Perform<JoinJob> = (job, onNews): JoinedFile => {
  const { format, sound, subtitles, output, segments } = job;
  const [name, options] = MUXERS[format];
  const muxer = new Muxer(name, output);
  const picture = pictureTrack(job, muxer);
  const heard = addSound(muxer, sound);
  const text = subtitles && addSubtitles(muxer, subtitles, format === 'webm');
  const own = segments === undefined ? options : { ...options, hls_segment_filename: segments };
  muxer.start({ ...own, fflags: '+bitexact' });
  const tracks: ReadonlyArray<Track> = [
    ...(picture ? [picture.track] : []),
    heard,
    ...(text ? [{ stream: text, packets: () => subtitlePackets(subtitles, text, format === 'webm') }] : []),
  ];
  let packets = 0;
  interleave(tracks, muxer, () => onNews((packets += 1)));
  muxer.finish();
  const soundHash = heard.close();
  muxer.close();
  const found = picture?.joined.found();
  return {
    frames: picture?.joined.frames ?? 0,
    pieces: found?.pieces ?? [],
    picture: found?.sha256 ?? null,
    sound: soundHash,
  };
};

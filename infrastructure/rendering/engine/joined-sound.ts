import { createHash } from 'node:crypto';
import { AV_CODEC_ID_AAC, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { avChannelLayoutDefault, FFmpegError, type Packet, Rational, type Stream } from 'node-av/lib';
import type { JoinRequest, Silence } from '../../../workers/render/ports/join-request.js';
import { type Muxer, packetsOf, type Sample } from './muxer.js';
import { StreamPackets } from './stream-packets.js';

export interface JoinedSound {
  readonly stream: Stream;
  /** Its packets, each valid until the next is requested. */
  readonly packets: () => Generator<Packet>;
  /** The hash of its stream, once all packets have passed; null unless it is AAC. */
  readonly close: () => string | null;
}

export const addSound = (muxer: Muxer, sound: JoinRequest['sound']): JoinedSound =>
  typeof sound === 'string' ? addFile(muxer, sound) : addSilence(muxer, sound);

const addFile = (muxer: Muxer, path: string): JoinedSound => {
  // Its times count from its start.
  const reader = new StreamPackets({ _tag: 'Source', path }, 'a');
  const stream = muxer.addStream();
  const { codecpar, timeBase } = reader.stream;
  FFmpegError.throwIfError(codecpar.copy(stream.codecpar), 'parameters');
  stream.timeBase = timeBase;
  // Containers have tags of their own.
  stream.codecpar.codecTag = 0;
  const isAac = codecpar.codecId === AV_CODEC_ID_AAC;
  const hash = createHash('sha256');
  const offset = reader.offset({});
  return {
    stream,
    packets: function* () {
      for (const packet of reader.all()) {
        hash.update(packet.data ?? Buffer.alloc(0));
        packet.pts += offset;
        packet.dts += offset;
        packet.streamIndex = stream.index;
        packet.rescaleTs(timeBase, stream.timeBase);
        yield packet;
      }
    },
    close: () => {
      reader.close();
      return isAac ? hash.digest('hex') : null;
    },
  };
};

/** A pair of channels in which no coefficient differs from zero: what encoders make of silence (ISO/IEC 14496-3). */
const SILENT_FRAME = Buffer.from('211004608c1c', 'hex');
/** Low complexity, 48 kHz, two channels, no spectral band replication. */
const CONFIGURATION = Buffer.from('119056e500', 'hex');
const SAMPLE_RATE = 48_000;
/** The samples of each channel in a frame. Players leave out the first, with which encoders begin. */
const FRAME_SAMPLES = 1024;

const addSilence = (muxer: Muxer, { samples, bitRate }: Silence): JoinedSound => {
  const stream = muxer.addStream();
  const { codecpar } = stream;
  codecpar.codecType = AVMEDIA_TYPE_AUDIO;
  codecpar.codecId = AV_CODEC_ID_AAC;
  codecpar.extradata = CONFIGURATION;
  codecpar.sampleRate = SAMPLE_RATE;
  codecpar.channelLayout = avChannelLayoutDefault(2);
  codecpar.frameSize = FRAME_SAMPLES;
  codecpar.bitRate = BigInt(bitRate);
  const timeBase = new Rational(1, SAMPLE_RATE);
  stream.timeBase = timeBase;
  const hash = createHash('sha256');
  function* silence(): Generator<Sample> {
    for (let at = -FRAME_SAMPLES; at < samples; at += FRAME_SAMPLES) {
      hash.update(SILENT_FRAME);
      const duration = Math.min(FRAME_SAMPLES, samples - at);
      yield { data: SILENT_FRAME, at, duration, isKey: true };
    }
  }
  return {
    stream,
    packets: () => packetsOf(silence(), timeBase, stream),
    close: () => hash.digest('hex'),
  };
};

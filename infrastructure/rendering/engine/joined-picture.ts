import { AV_CODEC_ID_H264 } from 'node-av/constants';
import { avRescaleQ, type CodecParameters, type Packet, Rational, type Stream } from 'node-av/lib';
import type { JoinRequest, PieceFrames } from '../../../workers/render/ports/join-request.js';
import { copiedFrames, copiedSamples, reorderingOf } from './copied-stretch.js';
import { KeyFrameHashes } from './key-frame-hashes.js';
import { packetsOf } from './muxer.js';
import { openHeader } from './open-input.js';
import { StreamHasher } from './stream-hash.js';
import { StreamPackets } from './stream-packets.js';

const openPiece = (path: string): StreamPackets =>
  new StreamPackets({ _tag: 'Intermediate', path }, 'v', openHeader);

type Pieces = NonNullable<JoinRequest['picture']>['pieces'];
type Rate = { readonly num: number; readonly den: number };

/**
 * The packets of consecutive pieces as one stream of frames of equal length. While they pass, it hashes the stream, and
 * the key frames of pieces that ask for it.
 */
export class JoinedPicture {
  frames = 0;
  readonly #pieces: Pieces;
  /** The duration of a frame. */
  readonly #unit: Rational;
  #hasher: StreamHasher | undefined;
  #keyFrames: KeyFrameHashes | undefined;
  readonly #found: (ReadonlyArray<{ readonly frame: number; readonly number: number }> | undefined)[] = [];

  constructor(pieces: Pieces, { num, den }: Rate) {
    this.#pieces = pieces;
    this.#unit = new Rational(den, num);
  }

  /**
   * The delay from decoding the first packet to showing the first frame, in frames: the maximum of all pieces, so that no
   * frame is shown before it is decoded.
   * @param describe called with the first stream
   */
  open(describe: (stream: Stream) => void): number {
    let delay = 0;
    for (const [index, { path, copied }] of this.#pieces.entries()) {
      const reader = openPiece(path);
      const { stream } = reader;
      if (index === 0) {
        describe(stream);
        if (stream.codecpar.codecId === AV_CODEC_ID_H264) this.#hasher = new StreamHasher('video', stream);
      }
      if (copied) delay = Math.max(delay, reorderingOf(copiedFrames(copied)));
      else
        for (const { dts } of reader.all()) {
          delay = Math.max(delay, -Number(avRescaleQ(dts, stream.timeBase, this.#unit)));
          break;
        }
      reader.close();
    }
    return delay;
  }

  /** The packets, each valid until the next is requested. @param delay that {@link open} returned */
  *packets({ index: streamIndex, timeBase }: Stream, delay: number): Generator<Packet> {
    for (const piece of this.#pieces) {
      const reader = openPiece(piece.path);
      const { timeBase: own, codecpar } = reader.stream;
      const start = this.frames;
      const indices = new Set<number>();
      let last = 0;
      const keys: { frame: number; number: number }[] = [];
      const all = piece.copied
        ? packetsOf(copiedSamples(piece.copied), this.#unit, reader.stream)
        : reader.all();
      for (const packet of all) {
        const index = Number(avRescaleQ(packet.pts, own, this.#unit));
        this.#hasher?.add(packet);
        if (piece.hashesKeyFrames && packet.isKeyframe)
          keys.push({ frame: index, number: this.#keyFrameHashes(codecpar).add(packet) });
        packet.pts = BigInt(start + index);
        packet.dts = BigInt(this.frames - delay);
        packet.duration = 1n;
        packet.streamIndex = streamIndex;
        packet.rescaleTs(this.#unit, timeBase);
        indices.add(index);
        last = Math.max(last, index);
        this.frames += 1;
        yield packet;
      }
      reader.close();
      const count = this.frames - start;
      if (indices.size !== count || last !== count - 1) throw new Error('a piece has gaps');
      this.#found.push(piece.hashesKeyFrames ? keys : undefined);
    }
  }

  #keyFrameHashes(parameters: CodecParameters): KeyFrameHashes {
    this.#keyFrames ??= new KeyFrameHashes(parameters);
    return this.#keyFrames;
  }

  /** The hash of the stream, and the key frames of each piece that asked for them. */
  found(): { readonly sha256: string | undefined; readonly pieces: ReadonlyArray<PieceFrames | null> } {
    const hashes = this.#keyFrames;
    hashes?.finish();
    const pieces = this.#found.map((keys) => {
      if (!keys) return null;
      const hashed = keys.flatMap(({ frame, number }) => {
        const hash = hashes?.hashOf(number);
        return hash === undefined ? [] : [{ frame, hash }];
      });
      return { frames: hashed.map(({ frame }) => frame), hashes: hashed.map(({ hash }) => hash) };
    });
    hashes?.close();
    return { sha256: this.#hasher?.digest(), pieces };
  }
}

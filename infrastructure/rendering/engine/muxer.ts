import { AVFMT_GLOBALHEADER, AVFMT_NOFILE } from 'node-av/constants';
import { FFmpegError, FormatContext, type Packet, type Stream } from 'node-av/lib';
import { setOptions } from './set-options.js';

/** Writes packets into a container. */
export class Muxer {
  readonly #format = new FormatContext();
  /** Whether encoders put their headers into the container instead of the stream. */
  readonly hasHeaders: boolean;
  readonly #isFile: boolean;

  constructor(format: string, path: string) {
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, format, path), 'output');
    const flags = Number(this.#format.oformat?.flags ?? 0);
    this.hasHeaders = (flags & Number(AVFMT_GLOBALHEADER)) !== 0;
    // Those of playlists open their files themselves.
    this.#isFile = (flags & Number(AVFMT_NOFILE)) === 0;
  }

  addStream(): Stream {
    return this.#format.newStream(null);
  }

  /** Writes the header, when all streams are there: it may change their time bases. */
  start(options: Readonly<Record<string, string>>): void {
    if (this.#isFile) FFmpegError.throwIfError(this.#format.openOutputSync(), 'file');
    setOptions(this.#format, options);
    FFmpegError.throwIfError(this.#format.writeHeaderSync(null), 'header');
  }

  /** Takes a packet with its stream, and with times in the time base of that. */
  write(packet: Packet): void {
    FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(packet), 'write');
  }

  finish(): void {
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'trailer');
  }

  close(): void {
    if (this.#isFile) this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}

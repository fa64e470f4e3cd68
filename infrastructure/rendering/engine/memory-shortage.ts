import { AVERROR_ENOMEM } from 'node-av/constants';
import { FFmpegError, type Frame } from 'node-av/lib';

/** Refuses to go on without memory: a video would be shown as if it were damaged. @throws FFmpegError */
export const throwIfMemoryIsShort = (error: number): void => {
  if (error === AVERROR_ENOMEM) throw new FFmpegError(error);
};

/** Another reference to the data of a frame, which the caller frees. @throws FFmpegError if memory is short */
export const copyOfFrame = (frame: Frame): Frame => {
  const copy = frame.clone();
  if (!copy) throw new FFmpegError(AVERROR_ENOMEM);
  return copy;
};

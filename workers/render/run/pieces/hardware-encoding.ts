import * as E from 'fp-ts/lib/Either.js';
import { HARDWARE_KINDS, type HardwareKind } from '../../compose/hardware-encoders.js';
import { trialCommand } from '../../compose/ffmpeg-command.js';
import type { MediaEncoder } from '../../ports/media-encoder.js';

/** The hardware that encodes H.264 on this machine. */
export interface HardwareEncoding {
  /** The kind that works now; undefined: x264 encodes. */
  readonly current: () => Promise<HardwareKind | undefined>;
  /** Reports that it failed, so that it is tested again before its next use. */
  readonly failed: () => void;
}

/** The encoder that the operator wants: x264, the best hardware that works, or one kind of hardware. */
export type EncoderChoice = 'software' | 'auto' | HardwareKind;

/** The time limit of a test, in ms: drivers that hang must not stop renders. */
const TRIAL_MS = 20_000;

/** Whether ffmpeg encodes a few frames with a kind of hardware. */
const works = async (kind: HardwareKind, encoder: MediaEncoder): Promise<boolean> =>
  E.isRight(await encoder.run(trialCommand(kind), { signal: AbortSignal.timeout(TRIAL_MS) })());

/**
 * Finds hardware by encoding with it, because the build of ffmpeg says nothing about the machine.
 * @param report logs what was found
 */
export const hardwareEncoding = (
  choice: EncoderChoice,
  encoder: MediaEncoder,
  report: (message: string) => void,
): HardwareEncoding => {
  const kinds = choice === 'software' ? [] : choice === 'auto' ? HARDWARE_KINDS : [choice];
  const find = async (): Promise<HardwareKind | undefined> => {
    for (const kind of kinds) {
      if (!(await works(kind, encoder))) continue;
      report(`H.264 is encoded with ${kind}`);
      return kind;
    }
    if (kinds.length > 0) report('no hardware encoder works here: H.264 is encoded with x264');
    return undefined;
  };
  let found: Promise<HardwareKind | undefined> | undefined;
  return {
    current: () => (found ??= find()),
    failed: () => {
      report('the hardware encoder failed: it is tested again before the next render');
      found = undefined;
    },
  };
};

import {
  findPocketsphinx,
  type PocketsphinxInstallation,
} from '../../../infrastructure/rendering/transcription/pocketsphinx/installation.js';

let found: Promise<PocketsphinxInstallation> | undefined;

/** The pocketsphinx of this machine, found once for all tests of a process: hashing its models takes half a second. */
export const installedPocketsphinx = (): Promise<PocketsphinxInstallation> => (found ??= findPocketsphinx());

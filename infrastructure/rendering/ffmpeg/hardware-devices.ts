import { join } from 'node:path';
import { namesIn } from '../../platform/names-in.js';

/** The folders of devices that encode, and the names of these devices. */
const DEVICES = [
  { folder: '/dev', name: /^nvidia/ },
  { folder: '/dev/dri', name: /^renderD\d+$/ },
] as const;

/** The devices of this machine that encode: those of NVIDIA, and render nodes of other graphics cards. */
export const hardwareDevices = (): ReadonlyArray<string> =>
  DEVICES.flatMap(({ folder, name }) =>
    namesIn(folder)
      .filter((found) => name.test(found))
      .map((found) => join(folder, found)),
  );

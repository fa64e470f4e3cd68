import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * An ffmpeg with an NVENC encoder that x264 stands in for: no machine that runs the tests has the hardware. Everything
 * else is done by the real ffmpeg.
 * @param files whether it writes files; if not, it fails there, and only the test at the start of a worker works
 */
export const fakeNvenc = async (folder: string, files: boolean): Promise<string> => {
  const path = join(folder, files ? 'ffmpeg-with-nvenc' : 'ffmpeg-with-failing-nvenc');
  await writeFile(
    path,
    `#!/bin/sh
case " $* " in
  *' h264_nvenc '*' mp4 '*) ${files ? ':' : 'exit 1'} ;;
esac
left=$#
while [ $left -gt 0 ]; do
  argument=$1
  shift
  left=$((left - 1))
  case $argument in
    h264_nvenc) set -- "$@" libx264 ;;
    p4) set -- "$@" superfast ;;
    -rc|-forced-idr|-b:v) shift; left=$((left - 1)) ;;
    -cq) set -- "$@" -crf ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec ffmpeg "$@"
`,
  );
  await chmod(path, 0o755);
  return path;
};

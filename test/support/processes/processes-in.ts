import { readdir, readFile, readlink } from 'node:fs/promises';

/** The command lines of the processes that run in a folder or name it in their command line. */
export const processesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (command.includes(folder) || cwd.startsWith(folder)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
};

import { readFile, writeFile } from 'node:fs/promises';

/** Every box of this type: where its body begins in the file. */
const bodiesOf = (bytes: Buffer, type: string): ReadonlyArray<number> => {
  const found: number[] = [];
  const start = bytes.indexOf('moov');
  for (let at = bytes.indexOf(type, start); at !== -1; at = bytes.indexOf(type, at + 1)) found.push(at + 4);
  return found;
};

/** Writes a copy of an MP4 in which `change` has changed the bytes of each box of a type, in place. */
export const patchedMp4 = async (
  from: string,
  to: string,
  changes: Readonly<Record<string, (body: Buffer, index: number, type: Buffer) => unknown>>,
): Promise<string> => {
  const bytes = await readFile(from);
  for (const [type, change] of Object.entries(changes))
    for (const [index, at] of bodiesOf(bytes, type).entries())
      change(bytes.subarray(at), index, bytes.subarray(at - 4, at));
  await writeFile(to, bytes);
  return to;
};

const halve = (at: number) => (body: Buffer) => body.writeUInt32BE(body.readUInt32BE(at) / 2, at);

/** Twice as long for every player: all timestamps count in ticks of twice the length. */
export const HALF_SPEED = { mvhd: halve(12), mdhd: halve(12) };

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import type { ContentCredentials, CredentialFacts } from '../../workers/render/ports/content-credentials.js';
import { manifestOf, type ShownSources } from './manifest.js';
import { allTopLevelBoxes, bytesAt, type TopLevelBox } from '../../workers/render/mp4/top-level-boxes.js';
import { manifestBox, moveChunks } from '../../workers/render/mp4/chunk-offsets.js';

const COPY_BYTES = 1024 * 1024;

/** The bytes of a box: the movie box whole, with moved chunk offsets, others in parts. */
async function* bytesOf(
  file: FileHandle,
  { type, start, size }: TopLevelBox,
  moved: number,
): AsyncGenerator<Buffer> {
  if (type === 'moov') {
    const box = await bytesAt(file, start, size);
    moveChunks(box, moved);
    yield box;
    return;
  }
  for (let at = start; at < start + size; at += COPY_BYTES) {
    const length = Math.min(COPY_BYTES, start + size - at);
    yield await bytesAt(file, at, length);
  }
}

/** The offset of a box, which the hash of a file covers so that boxes cannot be moved (C2PA 2.1, 18.7). */
const offsetBytes = (offset: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(offset));
  return bytes;
};

const write = async (file: FileHandle, bytes: Uint8Array, at: number): Promise<void> => {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
};

/** Copies the boxes with a gap for the manifest after the first; hashes all of them but that one. */
const copyWithGap = async (source: FileHandle, target: FileHandle, gap: number, hash: Hash) => {
  const [first, ...others] = await allTopLevelBoxes(source);
  if (first?.type !== 'ftyp') throw new Error('the file does not begin as an MP4');
  for await (const bytes of bytesOf(source, first, gap)) await write(target, bytes, 0);
  for (const box of others) {
    let at = box.start + gap;
    hash.update(offsetBytes(at));
    for await (const bytes of bytesOf(source, box, gap)) {
      hash.update(bytes);
      await write(target, bytes, at);
      at += bytes.length;
    }
  }
  return first.size;
};

export const c2paCredentials = (signer: Signer, shown: ShownSources = 'name'): ContentCredentials => ({
  embed: async (path: string, facts: CredentialFacts): Promise<void> => {
    const manifest = manifestOf(facts, signer, shown);
    const gap = manifestBox(new Uint8Array(manifest.bytes)).length;
    const target = `${path}.signed`;
    const [from, to] = [await open(path), await open(target, 'wx', 0o600)];
    try {
      const hash = createHash('sha256');
      const at = await copyWithGap(from, to, gap, hash);
      const box = manifestBox(await manifest.signFor(hash.digest()));
      if (box.length !== gap) throw new Error('the manifest does not fit its place');
      await write(to, box, at);
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
    await rename(target, path);
  },
});

import { tmpdir } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { FileInspector } from '../../../application/ports/file-inspector.js';
import { presentationOf } from '../../../workers/render/mp4/presentation.js';
import { INSPECT_LIMITS } from '../ffmpeg/process-limits.js';
import { startTaskProcess, type TaskProgram } from '../tasks/task-process.js';
import { EngineReply, type InspectJob } from './engine-job.js';
import { ENGINE_PROGRAM } from './engine-processes.js';

/** See `Inspection`. */
const Inspected = t.type({
  streams: t.readonlyArray(
    t.type({ kind: t.union([t.literal('video'), t.literal('audio')]), sha256: t.string }),
  ),
  at: t.readonlyArray(t.number),
  hashes: t.readonlyArray(t.string),
});
export type Inspected = t.TypeOf<typeof Inspected>;

/**
 * Inspects files with FFmpeg's libraries, each in a sandboxed process of its own.
 * @param root where the processes get their folders
 */
export const engineFileInspector = (root = tmpdir()): FileInspector => ({
  inspect: async (path, frames, signal) => {
    const program: TaskProgram = { ...ENGINE_PROGRAM, limits: INSPECT_LIMITS, reads: [path] };
    const worker = startTaskProcess(program, root);
    const job: InspectJob = { type: 'inspect', path, frames };
    try {
      const reply = EngineReply.decode(await worker.perform(job, { signal }));
      signal.throwIfAborted();
      if (E.isLeft(reply) || !reply.right.isDone) return undefined;
      const inspected = Inspected.decode(reply.right.result);
      if (E.isLeft(inspected)) return undefined;
      const { streams, at, hashes } = inspected.right;
      const presentation = streams.length > 0 ? await presentationOf(path) : undefined;
      return {
        streams,
        fingerprint: { method: 'dhash-128', at, hashes },
        ...(presentation ? { presentation } : {}),
      };
    } finally {
      worker.kill();
      await worker.ended;
    }
  },
});

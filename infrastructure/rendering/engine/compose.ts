import { AV_PIX_FMT_NONE } from 'node-av/constants';
import { avGetPixFmtName, Frame } from 'node-av/lib';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import type { ComposeJob } from './compose-job.js';
import type { OnPart } from './engine-job.js';
import { copyOfFrame } from './memory-shortage.js';
import { encoderNamed } from './encoded-file.js';
import { closeOtherReaders } from './feed.js';
import { nextTurn } from './idle-work.js';
import { FrameWriter } from './frame-writer.js';
import { GraphFrames } from './graph-frames.js';
import { repeatPicturesInFile } from './repeat-pictures-in-file.js';
import { forgetOtherPictures } from './loaded-pictures.js';
import { SceneFrames } from './scene-frames.js';

/** The formats in which an encoder takes frames, as a filter. */
const formatFilter = (output: ComposeOutput): string => {
  const formats =
    output.pixelFormat === undefined
      ? (encoderNamed(output.encoder).pixelFormats ?? [])
          .filter((format) => format !== AV_PIX_FMT_NONE)
          .map(avGetPixFmtName)
      : [output.pixelFormat];
  return formats.length === 0 ? 'null' : `format=${formats.join('|')}`;
};

/** Frees what earlier jobs left open and this one does not use. Previews keep readers: they may show a near frame next. */
const forgetOthers = ({ inputs, readsAhead }: ComposeJob): void => {
  forgetOtherPictures(inputs.filter((input) => input._tag === 'Scene'));
  if (readsAhead) return;
  closeOtherReaders(
    inputs.flatMap((input) => {
      if (input._tag === 'Scene') return input.scene.feeds.flatMap(({ decoded }) => decoded?.input ?? []);
      return input._tag === 'Pages' ? [] : [input];
    }),
  );
};

/**
 * Composes frames and writes them.
 * @param onFrames called with the number of encoded frames of the last output: first with 0, when all inputs are open
 * @returns the number of frames of the last output
 */
export const compose = async (
  job: ComposeJob,
  onFrames: (frames: number) => void,
  onPart: OnPart,
): Promise<number> => {
  forgetOthers(job);
  const ends = job.outputs.map((output) => `${output.label}${formatFilter(output)}`);
  const graph = new GraphFrames(
    job.inputs,
    job.graph,
    ends,
    (scene, input) => new SceneFrames(scene, (part) => onPart(part && { input, ...part })),
  );
  onFrames(0);
  const writers = job.outputs.map((output, index) => new FrameWriter(output, graph.rateOf(index)));
  const last = writers.at(-1);
  const open = new Map(writers.entries());
  const frame = new Frame();
  frame.alloc();
  while (open.size > 0) {
    await nextTurn();
    let isStarved = true;
    for (const [index, writer] of open) {
      const got = graph.pull(index, frame);
      if (got === false) continue;
      isStarved = false;
      if (got === undefined) {
        open.delete(index);
        continue;
      }
      const copy = copyOfFrame(frame);
      frame.unref();
      writer.write(copy);
      if (writer.isComplete) open.delete(index);
      if (writer === last) onFrames(writer.written);
    }
    if (isStarved && !graph.feed()) break;
  }
  graph.close(job.readsAhead);
  for (const writer of writers) writer.finish();
  for (const { path, repeated } of job.outputs) if (repeated) repeatPicturesInFile(path, repeated);
  return last?.written ?? 0;
};

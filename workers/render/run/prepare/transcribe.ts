import { join } from 'node:path';
import { array } from '../../../../domain/codec/containers.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { RenderHooks } from '../../ports/renderer.js';
import {
  withSpokenWords,
  wantsTranscription,
} from '../../../../domain/composition/captions/caption-words.js';
import { Word } from '../../../../domain/composition/fields/word.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { frameCount, frameRate } from '../../../../domain/composition/timeline.js';
import type { CaptionLanguageCode } from '../../../../domain/render/events.js';
import type { RenderContext, RenderWork } from '../context.js';
import { mixSounds } from '../mix-sounds.js';
import { cachedValue } from '../pieces/reuse.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { valueOf } from '../failures.js';
import type { LocalSource } from '../../plan/local-source.js';
import { SPEECH } from '../../sound/sound-commands.js';
import { planSound } from '../../plan/sound/sound-plan.js';

/** The cached words of a sound. */
const Transcript = array(Word, 10 * LIMITS.captionWords);

/**
 * The composition with the words of its own sound in its captions, if the task requests them. Calls the hook before it
 * resolves.
 */
export const withCaptions = async (
  resolved: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { task: { captions }, hooks, watch, progress }: RenderWork,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  const captioned = captions
    ? await watch.time('transcribe', () =>
        transcribed(resolved, sources, captions.languageCode, hooks, context),
      )
    : resolved;
  progress('transcribe', 1);
  return captioned;
};

const transcribed = async (
  composition: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  languageCode: CaptionLanguageCode,
  { onCaptioned }: RenderHooks,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  if (!wantsTranscription(composition)) return composition;
  const { folder, signal, progress, transcriber, reuse } = context;
  if (!transcriber)
    throw new RenderError({
      _tag: 'TranscriptionFailed',
      message: 'this service cannot transcribe captions',
      retryable: false,
    });
  // Words are recognised in the sound of clips, not in the soundtrack.
  const rate = frameRate(composition.metadata.fps);
  const planned = planSound(
    {},
    composition.clips,
    sources,
    frameCount(composition.metadata.duration, rate),
    rate,
  );
  const path = join(folder, 'speech.s16');
  const whole = { encoding: SPEECH, span: { from: 0, to: planned.samples }, path };
  await mixSounds({ plan: planned, levels: [], outputs: [whole] }, context, {
    _tag: 'TranscriptionFailed',
    message: 'the sound could not be mixed for transcription',
    retryable: false,
  });
  const recogniser = await valueOf(transcriber.name);
  const onProgress = (fraction: number): void => progress('transcribe', fraction);
  const words = await cachedValue(reuse, 'transcript', { path, languageCode, recogniser }, Transcript, () =>
    valueOf(transcriber.transcribe({ path, languageCode, signal, onProgress })),
  );
  const clips = withSpokenWords(composition, words, freshClipId(composition));
  await onCaptioned({ clips, wordCount: words.length, recogniser });
  return { ...composition, clips };
};

/** An unused clip id. It depends on the composition alone, so that a second attempt creates the same clips. */
const freshClipId = ({ clips }: ResolvedComposition): string => {
  const taken = new Set(clips.map(({ id }) => id));
  let id = 'captions';
  for (let count = 2; taken.has(id); count += 1) id = `captions-${count}`;
  return id;
};

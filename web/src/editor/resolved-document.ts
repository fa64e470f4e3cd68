import * as E from 'fp-ts/lib/Either.js';
import { codec, type Codec, decode } from '../../../domain/codec/codec.js';
import { filled, record, template } from '../../../domain/codec/containers.js';
import { isRecord, sameJson } from '../../../domain/codec/json.js';
import { type Clip, ClipInput } from '../../../domain/composition/clips/clip.js';
import { countClips, idsOf, withClipIds } from '../../../domain/composition/clips/clip-ids.js';
import { clipsOf } from '../../../domain/composition/clips/clip-list.js';
import { type Canvas, FORMAT_VERSION, Metadata } from '../../../domain/composition/composition.js';
import type { CompositionFacts, MediaFacts } from '../../../domain/composition/resolve/facts.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import type { Document } from './document.js';
import { shownDocument } from './variables/shown-document.js';

// Resolves documents as renders do, by the same code.

/** Facts about a clip that only the service knows, as assumed here: its media, and the size of its lines. */
export interface Assumed {
  readonly media: Required<MediaFacts>;
  readonly lines: Canvas;
}

/** Returns the assumed facts about a clip on a canvas. */
type Assume = (id: string, canvas: Canvas) => Assumed;

/** Stands for a canvas whose size follows the media. */
const ASSUMED_CANVAS: Canvas = { width: 1280, height: 720 };

/** The media of clips, by their ids, as far as the service has read it for this page. */
const mediaOf = new Map<string, MediaFacts>();

/** Takes what the service has read. @returns whether any of it is new */
export const learnMedia = (media: Readonly<Record<string, MediaFacts>>): boolean => {
  const learned = Object.entries(media).filter(([id, facts]) => !sameJson(mediaOf.get(id), facts));
  for (const [id, facts] of learned) mediaOf.set(id, facts);
  return learned.length > 0;
};

/** Whether a clip ends with media of which nothing is known yet, or one in it does. */
export const endsUnknown = (clip: Document['clips'][number] | Clip): boolean =>
  clip.type === 'group'
    ? clip.clips.some(endsUnknown)
    : clip.timeFrame.end === 'source' && !mediaOf.has(clip.id ?? '');

const assumed: Assume = (id, canvas) => ({
  media: { durationMs: 5000, size: canvas, ...mediaOf.get(id) },
  lines: { width: canvas.width / 2, height: canvas.height / 8 },
});

/** A codec that caches the result for each object. Objects of documents on screen are never mutated. */
const remembering = <A extends object>(inner: Codec<A>): Codec<A> => {
  const known = new WeakMap<object, ReturnType<Codec<A>['validate']>>();
  return codec(
    inner.name,
    inner.jsonSchema,
    (u, context) => {
      const before = isRecord(u) ? known.get(u) : undefined;
      if (before) return before;
      const decoded = inner.validate(u, context);
      if (isRecord(u) && E.isRight(decoded)) known.set(u, decoded); // a problem names its place in the document
      return decoded;
    },
    inner.encode,
  );
};

/** Fields of a composition that do not affect the places of clips. */
export const REST = { version: FORMAT_VERSION, renderOptionsInUI: [] };

export const KnownMetadata = template(remembering(Metadata));
export const KnownClip = template(remembering(ClipInput));

/** The parts of a document on screen, decoded with caches, because an edit changes only a few clips. */
const OnScreen = template(record({ metadata: KnownMetadata, clips: clipsOf(KnownClip) }));
const FilledOnScreen = filled(OnScreen);

/** The document as the service stores it: with the defaults of fields that are absent. */
export const completed = (document: Document): Document => {
  const { metadata, clips } = document;
  const decoded = decode(OnScreen, { metadata, clips });
  return E.isLeft(decoded) ? document : ({ ...document, ...decoded.right } as Document);
};

/** The assumed facts about clips and about the clips inside them. */
export const factsFor = (
  clips: ReadonlyArray<Clip>,
  canvas: Canvas,
  assume: Assume = assumed,
): CompositionFacts => {
  const known = idsOf(clips).map((id) => [id, assume(id, canvas)] as const);
  return {
    media: new Map(known.map(([id, { media }]) => [id, media])),
    texts: new Map(known.map(([id, { lines }]) => [id, lines])),
  };
};

/**
 * The document with numbers for all times, positions and sizes; a template, with the defaults of its variables.
 * @returns problems instead if the document is not valid
 */
export const resolvedDocument = (
  document: Document,
  assume: Assume = assumed,
): E.Either<ReadonlyArray<string>, ResolvedComposition> => {
  const shown = shownDocument(document);
  const { metadata, clips } = shown;
  const decoded = decode(shown === document ? OnScreen : FilledOnScreen, { metadata, clips });
  if (E.isLeft(decoded)) return decoded;
  const { clips: inputs, metadata: known } = decoded.right;
  const { width, height } = known.canvas;
  const canvas = {
    width: width === 'auto' ? ASSUMED_CANVAS.width : width,
    height: height === 'auto' ? ASSUMED_CANVAS.height : height,
  };
  const freshIds = Array.from({ length: countClips(inputs) }, (_, index) => `clip-${index}`);
  const complete = withClipIds(inputs, [], freshIds);
  const resolved = resolveComposition(
    { ...REST, metadata: known, clips: complete },
    factsFor(complete, canvas, assume),
  );
  return E.mapLeft(({ problem }: { readonly problem: string }) => [problem])(resolved);
};

import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { inResponse, extended } from '../../domain/codec/responses.js';
import { about, codec, type Codec, type JsonSchema } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { boolean, oneOf, string } from '../../domain/codec/scalars.js';
import { type Clip, ClipInput } from '../../domain/composition/clips/clip.js';
import {
  Additional,
  type Composition,
  Metadata,
  RenderOption,
} from '../../domain/composition/composition.js';
import { Variables } from '../../domain/template/variables.js';
import type { VideoId } from '../../domain/ids.js';
import type { VideoRow } from '../ports/queries.js';
import { asRecord, countField, dateTime, text, uri } from './fields.js';

// A video as clients see it: docs/fields.md.

const redirectUrl = uri(
  'Link to the web editor. Anyone with the link can open and change this video: treat it as a secret. Only present when the video is created or its link is replaced.',
);

/** The link to the web editor, in responses that show it. */
export const EditorLinkRecord = about('A link to the web editor.', record({ redirectUrl }), {
  title: 'EditorLink',
});

export const LinkAccess = about(
  '`view`: looking at the video and its versions, and playing it. `review`: also commenting, approving versions and sending them back. `edit`: what the editor link permits.',
  oneOf('view', 'review', 'edit'),
);
export type LinkAccess = t.TypeOf<typeof LinkAccess>;

/** Characters that are invisible or change the direction of text, for a character class of a regular expression. */
const INVISIBLE = '\\x00-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

const visibleName = string({
  minLength: 1,
  maxLength: 100,
  pattern: new RegExp(`^[^\\s${INVISIBLE}][^${INVISIBLE}]*$`),
  patternMeaning: 'a name that begins with no space and has no invisible characters',
});

/** The name of somebody who comments or decides. */
export const PersonName = visibleName;

export const FolderName = about('The folder.', visibleName);

/** A folder of videos, which exists as long as a video is in it. */
export const FolderRecord = about(
  'A folder of videos.',
  record({ name: FolderName, videos: countField('How many videos are in it, without archived ones.') }),
  { title: 'Folder' },
);

/** A link to a video that permits less than its editor link, or for a limited time. */
export const VideoLinkRecord = about(
  'A link to a video, on its page or in the web editor.',
  record(
    {
      url: uri('The link. Anyone who has it can use it until it expires. It is shown only once.'),
      access: LinkAccess,
    },
    {
      name: text('Whose comments and decisions those made with the link are.'),
      expiresAt: dateTime(
        'When the link stops working. Absent: when the editor link is replaced or revoked.',
      ),
    },
  ),
  { title: 'VideoLink' },
);

const variantsOf = ({ jsonSchema }: { readonly jsonSchema: JsonSchema }): ReadonlyArray<JsonSchema> =>
  jsonSchema['oneOf'] as ReadonlyArray<JsonSchema>;

/** The clip, if it and the clips in its group have ids. */
const identified = (clip: ClipInput, context: t.Context): t.Validation<Clip> => {
  const { id } = clip;
  if (id === undefined) return t.failure(clip, t.appendContext(context, 'id', t.string), 'is required');
  if (clip.type !== 'group') return t.success({ ...clip, id });
  const clips: Clip[] = [];
  for (const [index, inner] of clip.clips.entries()) {
    const at = t.appendContext(t.appendContext(context, 'clips', t.unknown), String(index), t.unknown);
    const result = identified(inner, at);
    if (E.isLeft(result)) return result;
    clips.push(result.right);
  }
  return t.success({ ...clip, id, clips });
};

/** A clip of a stored video: like a clip in a request, but always with an id. */
const ClipRecord: Codec<Clip> = (() => {
  const clip = inResponse(ClipInput);
  const oneOf = variantsOf(clip).map((variant) => ({
    ...variant,
    required: [...(variant['required'] as ReadonlyArray<string>), 'id'],
  }));
  return codec<Clip>('clip', { ...clip.jsonSchema, oneOf }, (u, context) =>
    E.flatMap((decoded: ClipInput) => identified(decoded, context))(clip.validate(u, context)),
  );
})();

/** A video as clients see it. Its parts derive from the codecs that validate requests. */
export const VideoRecord = about(
  'A stored video project.',
  record(
    {
      _id: text('Opaque identifier of the video.'),
      version: text('Version of the video format.'),
      metadata: extended(inResponse(Metadata), { redirectUrl }),
      clips: about('The elements of the timeline.', array(ClipRecord)),
      renderOptionsInUI: about('The render options that the editor offers.', array(RenderOption, 3)),
      createdAt: dateTime('When it was created.'),
      updatedAt: dateTime('When its current version was stored.'),
    },
    {
      additional: Additional,
      variables: Variables,
      folder: about('The folder that it is in. Absent: in none, and for versions.', FolderName),
      archived: about('Whether it is archived. Absent: it is not, and for versions.', boolean),
    },
  ),
  { title: 'Video' },
);
export type VideoRecord = t.TypeOf<typeof VideoRecord>;

/** The data of a video record, of a version or of the current state of a video. */
export interface RecordedVideo {
  readonly videoId: VideoId;
  readonly composition: Composition;
  readonly folder?: string;
  readonly archived?: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * A video as clients see it.
 * @param redirectUrl the editor link, only known when the video was just created or its link was just replaced
 */
export const videoRecord = (video: RecordedVideo, redirectUrl?: string): VideoRecord => {
  const { version, metadata, clips, renderOptionsInUI, additional, variables } = video.composition;
  return asRecord(VideoRecord, {
    _id: video.videoId,
    version,
    metadata: redirectUrl === undefined ? metadata : { ...metadata, redirectUrl },
    clips,
    renderOptionsInUI,
    additional,
    variables,
    folder: video.folder,
    archived: video.archived || undefined,
    createdAt: video.createdAt,
    updatedAt: video.updatedAt,
  });
};

/**
 * The JSON of {@link videoRecord}, from a row whose composition is already JSON text: its fields are inserted without parsing
 * them.
 */
export const videoRecordJson = (video: VideoRow): string => {
  const { videoId, compositionJson, folder, archived, createdAt, updatedAt } = video;
  const rest = JSON.stringify({ folder, archived: archived || undefined, createdAt, updatedAt }).slice(1);
  return `{"_id":"${videoId}",${compositionJson.trim().slice(1, -1)},${rest}`;
};

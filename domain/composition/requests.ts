import type * as t from 'io-ts';
import { about, type Codec, codec } from '../codec/codec.js';
import { array, nullable, record, template, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { mergePatchCodec } from '../codec/merge-patch.js';
import { boolean, string } from '../codec/scalars.js';
import { schemaAddress, withoutSchemaAddress } from '../codec/schema-address.js';
import { ClipInputs } from './clips/clip-list.js';
import { Variables } from '../template/variables.js';
import { Additional, FORMAT_VERSION, Metadata, RenderOption } from './composition.js';
import { Outputs } from './format/output.js';
import { CaptionLanguageCode, RenderPriority, RenderQuality } from '../render/events.js';

/** A list of render options; a single option stands for a list of one. */
const RenderOptions: Codec<ReadonlyArray<RenderOption>> = (() => {
  const list = array(RenderOption, 3);
  return codec<ReadonlyArray<RenderOption>>(
    'renderOptions',
    { anyOf: [list.jsonSchema, RenderOption.jsonSchema] },
    (u, context) => list.validate(typeof u === 'string' ? [u] : u, context),
    (options) => options,
  );
})();

const version = about('Version of the video format.', string({ minLength: 1, maxLength: 64 }));
const clips = about(
  'The elements of the timeline. An empty list gives a video of the background.',
  ClipInputs,
);

const document = {
  version: withDefault(version, FORMAT_VERSION),
  metadata: Metadata,
  clips,
  renderOptionsInUI: withDefault(
    about('The render options that the editor offers: a list or a single one. Empty: none.', RenderOptions),
    ['json', 'client', 'server'],
  ),
};

/** Body of `POST /v1/videos`. */
export const CreateVideoBody = about(
  'A video project.',
  template(
    withoutSchemaAddress(
      record(document, { additional: Additional, variables: Variables, ...schemaAddress }),
    ),
  ),
  { title: 'CreateVideo' },
);
export type CreateVideoBody = t.TypeOf<typeof CreateVideoBody>;

const captions = {
  autoGenerateCaptionWords: withDefault(
    about('Whether caption clips without words are filled with the words spoken in the video.', boolean),
    false,
  ),
};
const optional = {
  captionLanguageCode: about('The spoken language. Default: `en`.', CaptionLanguageCode),
  output: about(
    'What the render writes: one output, or a list of up to 8; the first is `outputUrl`. Default: `metadata.output`, else an MP4.',
    Outputs,
  ),
  priority: about(
    'Which of your waiting renders comes first. It does not affect renders of others. Default: `normal`.',
    RenderPriority,
  ),
  quality: about(
    'How much work goes into encoding H.264: `draft` is the fastest, `small` gives the smallest file, and takes longest. The number `quality` of an output decides its picture quality. Default: the `RENDER_QUALITY` of the server, `balanced`.',
    RenderQuality,
  ),
};

/** Body of `POST /v1/renders`: the video and how to render it. */
export const CreateRenderBody = about(
  'A video project and how to render it.',
  withoutSchemaAddress(
    record(
      { ...document, clips: withDefault(clips, []), ...captions },
      { additional: Additional, ...optional, ...schemaAddress },
    ),
  ),
  { title: 'CreateRender' },
);
export type CreateRenderBody = t.TypeOf<typeof CreateRenderBody>;

/** Fields of every request for renders. */
export const renderFields = { required: captions, optional };

const merge = about(
  'Values for the variables of a template, by name. Names that the video does not have, and names that are missing, give a 400.',
  jsonObject(256 * 1024),
);

export const CreateRenderByVideoBody = about(
  'How to render the video.',
  record(renderFields.required, { ...renderFields.optional, merge }),
  { title: 'CreateRenderOfVideo' },
);
export type CreateRenderByVideoBody = t.TypeOf<typeof CreateRenderByVideoBody>;

/** Body of `POST /v1/videos/{id}/check`. */
export const CheckVideoBody = about(
  'How the video would be rendered.',
  withDefault(record({}, { merge, output: optional.output }), {}),
  { title: 'CheckVideo' },
);

const patch = jsonObject(1024 * 1024);

/**
 * Body of `PATCH /v1/videos/{id}`. `metadata` and `additional` are JSON Merge Patches (RFC 7396), whose result is
 * validated as a whole; `clips` replaces the list.
 */
export const PatchVideoBody = about(
  'What to change. Omitted fields stay as they are.',
  template(
    withoutSchemaAddress(
      record(
        {},
        {
          ...schemaAddress,
          version,
          metadata: about(
            'A JSON Merge Patch (RFC 7396): omitted fields stay as they are, `null` resets a field to its default.',
            mergePatchCodec(Metadata),
          ),
          clips: about(
            'Replaces the whole list. A clip with the `id` of a stored clip keeps that id.',
            ClipInputs,
          ),
          additional: about(
            'A JSON Merge Patch (RFC 7396): `null` removes a property. `null` instead of the object removes all of them.',
            nullable(patch),
          ),
          variables: about('Replaces all variables. `null` removes them.', nullable(Variables)),
        },
      ),
    ),
  ),
  { title: 'UpdateVideo' },
);
export type PatchVideoBody = t.TypeOf<typeof PatchVideoBody>;

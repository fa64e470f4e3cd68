import type * as t from 'io-ts';
import { type Codec, codec } from '../codec/codec.js';
import { array, record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { boolean, oneOf, string } from '../codec/scalars.js';
import { ClipInputs } from './clip.js';
import { Additional, FORMAT_VERSION, Metadata, RenderOption } from './composition.js';

/** A list of render options; a single one stands for a list of one. */
const RenderOptions: Codec<ReadonlyArray<RenderOption>> = (() => {
  const list = array(RenderOption, 3);
  return codec<ReadonlyArray<RenderOption>>(
    'renderOptions',
    { anyOf: [list.jsonSchema, RenderOption.jsonSchema] },
    (u, context) => list.validate(typeof u === 'string' ? [u] : u, context),
    (options) => options,
  );
})();

const document = {
  version: withDefault(string({ minLength: 1, maxLength: 64 }), FORMAT_VERSION),
  metadata: Metadata,
  clips: ClipInputs,
  renderOptionsInUI: withDefault(RenderOptions, ['json', 'client', 'server']),
};

/** Body of `POST /v1/videos`. */
export const CreateVideoBody = record(document, { additional: Additional });
export type CreateVideoBody = t.TypeOf<typeof CreateVideoBody>;

const captions = { autoGenerateCaptionWords: withDefault(boolean, false) };
const captionLanguage = { captionLanguageCode: oneOf('en', 'en-US') };

/** Body of `POST /v1/renders`: the video, and how to render it. */
export const CreateRenderBody = record(
  { ...document, clips: withDefault(ClipInputs, []), ...captions },
  { additional: Additional, ...captionLanguage },
);
export type CreateRenderBody = t.TypeOf<typeof CreateRenderBody>;

/** Body of `POST /v1/renders/{videoId}`. */
export const CreateRenderByVideoBody = record(captions, captionLanguage);
export type CreateRenderByVideoBody = t.TypeOf<typeof CreateRenderByVideoBody>;

const nullable = <A>(inner: Codec<A>): Codec<A | null> =>
  codec<A | null>(
    inner.name,
    { anyOf: [inner.jsonSchema, { type: 'null' }] },
    (u, context) => (u === null ? { _tag: 'Right', right: null } : inner.validate(u, context)),
    (value) => value,
  );

/**
 * Body of `PATCH /v1/videos/{id}`: `metadata` and `additional` are JSON Merge Patches (RFC 7396), whose result
 * is checked against the whole; `clips` replaces the list.
 */
export const PatchVideoBody = record(
  {},
  { metadata: jsonObject(1024 * 1024), clips: ClipInputs, additional: nullable(jsonObject(1024 * 1024)) },
);
export type PatchVideoBody = t.TypeOf<typeof PatchVideoBody>;

import type * as t from 'io-ts';
import { AssetKind } from '../../domain/asset/events.js';
import { AssetStatus } from '../../domain/asset/state.js';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { boolean, string } from '../../domain/codec/scalars.js';
import type { AssetRow } from '../ports/assets.js';
import { asRecord, countField, dateTime, text } from './fields.js';
import { mediaFields } from './media-record.js';

/** An asset as clients see it. */
export const AssetRecord = about(
  'A file of yours. Compositions name it as `asset:` and its `_id`, wherever a source stands.',
  record(
    {
      _id: text('Opaque identifier of the asset.'),
      name: text('Its name, at first that of the file.'),
      tags: about('Your tags.', array(string())),
      status: about('`uploading` until it was received and read: then `ready`, or `refused`.', AssetStatus),
      createdAt: dateTime('When the upload began.'),
      updatedAt: dateTime('When it last changed.'),
    },
    {
      reason: text('Why it is refused.'),
      kind: about('What it can be used as; `lut` is a table of colours.', AssetKind),
      mediaType: text('Its media type by its content.'),
      sha256: text('SHA-256 of the file, hexadecimal.'),
      bytes: countField('Size of the file.'),
      ...mediaFields,
      hasSound: about('Whether it has sound.', boolean),
      direct: about(
        'Where to send the file, in parts, for a day: the answer to `direct=true`.',
        record({
          partBytes: countField('Size of each part; the last one may be smaller.'),
          urls: about('The address of each part, in order. Send it with `PUT`.', array(string())),
        }),
      ),
      usedBy: about('Ids of videos of which a version uses it, at most 100.', array(string())),
    },
  ),
  { title: 'Asset' },
);
export type AssetRecord = t.TypeOf<typeof AssetRecord>;

/** @param usedBy the videos that use it; omitted if they were not queried */
export const assetRecord = (
  { assetId, media, ...asset }: AssetRow,
  usedBy?: ReadonlyArray<string>,
): AssetRecord => asRecord(AssetRecord, { _id: assetId, ...media, ...asset, usedBy });

import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { boolean, oneOf, string } from '../../domain/codec/scalars.js';
import type { VideoVersionRow } from '../ports/queries.js';
import type { DecisionRow } from '../ports/reviews.js';
import { describeVersion } from '../videos/describe-version.js';
import { ActorRecord } from './event-record.js';
import { DecisionRecord, decisionRecord } from './review-records.js';
import { anyValue, asRecord, dateTime, ordinal, text, texts } from './fields.js';

const ids = (description: string) => about(description, array(string()));
const wasChanged = (description: string) => about(description, boolean);

/** See `CompositionChanges`. */
const ChangesRecord = about(
  'What a version changed.',
  record(
    {
      metadata: ids('The fields of `metadata`.'),
      clipsAdded: ids('The ids of new clips.'),
      clipsRemoved: ids('The ids of removed clips.'),
      clipsChanged: ids('The ids of changed clips.'),
      clipsReordered: wasChanged('Whether clips that stayed are in another order.'),
      additional: wasChanged('Whether `additional` was changed.'),
    },
    {
      version: wasChanged('Whether the version of the format was changed.'),
      renderOptionsInUI: wasChanged('Whether `renderOptionsInUI` was changed.'),
      variables: wasChanged('Whether `variables` was changed.'),
    },
  ),
  { title: 'VideoChanges' },
);

/** A version of a video, as shown in lists of versions. */
export const VersionRecord = about(
  'A version of a video: when it was made, by whom, and what it changed.',
  record(
    {
      version: ordinal('Number of the version, from 1.'),
      createdAt: dateTime('When it was stored.'),
      actor: ActorRecord,
      change: text('What it changed, in one line.'),
    },
    {
      changes: about('The same for programs; absent for the first version.', ChangesRecord),
      restoredFrom: ordinal('The earlier version whose content it restored.'),
      decision: DecisionRecord,
      assets: texts('The SHA-256 (hex) of each asset that it uses, by id.'),
    },
  ),
  { title: 'VideoVersion' },
);
export type VersionRecord = t.TypeOf<typeof VersionRecord>;

export const versionRecord = (row: VideoVersionRow, decision?: DecisionRow): VersionRecord => {
  const change = describeVersion(row.changes, row.restoredFrom);
  return asRecord(VersionRecord, { ...row, change, decision: decision && decisionRecord(decision) });
};

/** A JSON Patch (RFC 6902) that turns one version into another. */
export const PatchRecord = about(
  'A JSON Patch (RFC 6902).',
  array(
    about(
      'An operation of the patch.',
      record(
        {
          op: about('The kind of operation.', oneOf('add', 'remove', 'replace')),
          path: text('The target, as a JSON Pointer (RFC 6901).'),
        },
        { value: anyValue('The new value, for add and replace.') },
      ),
      { title: 'JsonPatchOperation' },
    ),
  ),
  { title: 'JsonPatch' },
);

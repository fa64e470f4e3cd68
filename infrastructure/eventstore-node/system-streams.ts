/** A metastream contains the metadata of the stream it is named after. */
export const isMetastream = (stream: string): boolean => stream.startsWith('$$');

export const metastreamOf = (stream: string): string => `$$${stream}`;

export const originalStreamOf = (metastream: string): string => metastream.slice(2);

/** The reported revision of a stream without events. */
export const NO_STREAM_REVISION = -1n;

/** The revision of a tombstone, and the `$tb` of a soft-deleted stream: the maximum int64. */
export const DELETED_REVISION = 9_223_372_036_854_775_807n;

/** Event types with a meaning for the server. */
export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';
export const LINK_TYPE = '$>';

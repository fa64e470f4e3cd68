import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '../recorded-event.js';
import { badRequest, requiredMetadataMissing, unimplemented } from './errors.js';
import { decodeUuid, NIL_UUID } from './identifiers.js';

/** Maximum size of an append, unless configured otherwise; EventStoreDB's default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export const JSON_CONTENT = 'application/json';
export const BINARY_CONTENT = 'application/octet-stream';

/**
 * Maximum size of everything in an append besides data, in bytes. EventStoreDB has no such limit; it keeps an append
 * from exhausting the node's memory.
 */
const MAX_APPEND_OVERHEAD_BYTES = 16 * 1024 * 1024;
const OVERHEAD_BYTES_PER_EVENT = 128;

/** Throws a CallError if type, content type or id is missing or invalid. */
export const decodeProposedEvent = (message: AppendReq.ProposedMessage): ProposedEvent => {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  if (type === undefined) throw requiredMetadataMissing('type');
  const contentType = properties.get('content-type');
  if (contentType === undefined) throw requiredMetadataMissing('content-type');
  const id = decodeUuid(message.getId());
  if (id === NIL_UUID) throw badRequest("Empty eventId provided. (Parameter 'eventId')");
  if (type === '') throw badRequest("Empty eventType provided. (Parameter 'eventType')");
  if (type.includes('\0')) throw unimplemented('Event types with null characters are not supported.');
  return {
    id,
    type,
    isJson: contentType === JSON_CONTENT,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** Adds up the size of an append. As in EventStoreDB, only the events' data counts against the limit of 1 MiB. */
export const createAppendSize = (): { readonly exceedsWith: (event: ProposedEvent) => boolean } => {
  let data = 0;
  let overhead = 0;
  return {
    exceedsWith: (event) => {
      data += event.data.length;
      overhead += event.metadata.length + event.type.length + OVERHEAD_BYTES_PER_EVENT;
      return data > MAX_APPEND_BYTES || overhead > MAX_APPEND_OVERHEAD_BYTES;
    },
  };
};

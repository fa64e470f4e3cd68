import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '../recorded-event.js';
import { invalidArgument, requiredMetadataMissing } from './errors.js';
import { decodeUuid } from './identifiers.js';

/** What the server accepts in one append unless told otherwise; EventStoreDB's default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export const JSON_CONTENT = 'application/json';
export const BINARY_CONTENT = 'application/octet-stream';

/** Throws a CallError when type, content type or id is missing or wrong. */
export const decodeProposedEvent = (
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): ProposedEvent => {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  if (type === undefined) throw requiredMetadataMissing('type');
  if (type.includes('\0')) throw invalidArgument('The event type holds a null character.');
  const contentType = properties.get('content-type');
  if (contentType === undefined) throw requiredMetadataMissing('content-type');
  return {
    id: decodeUuid(message.getId()),
    type,
    isJson: contentType === JSON_CONTENT,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** The bytes an event counts for against the maximum append size: the type in UTF-16, as EventStoreDB counts. */
export const appendSizeOf = ({ type, data, metadata }: ProposedEvent): number =>
  type.length * 2 + data.length + metadata.length;

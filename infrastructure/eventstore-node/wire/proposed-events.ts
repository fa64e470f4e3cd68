import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '../recorded-event.js';
import { BadRequestError, requiredMetadataMissing, unimplemented } from './errors.js';
import { decodeUuid, NIL_UUID } from './identifiers.js';

export const JSON_CONTENT = 'application/json';
export const BINARY_CONTENT = 'application/octet-stream';

/** Throws a CallError if type, content type or id is missing or invalid. */
export const decodeProposedEvent = (message: AppendReq.ProposedMessage): ProposedEvent => {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  if (type === undefined) throw requiredMetadataMissing('type');
  const contentType = properties.get('content-type');
  if (contentType === undefined) throw requiredMetadataMissing('content-type');
  const id = decodeUuid(message.getId());
  if (id === NIL_UUID) throw new BadRequestError("Empty eventId provided. (Parameter 'eventId')");
  if (type === '') throw new BadRequestError("Empty eventType provided. (Parameter 'eventType')");
  if (type.includes('\0')) throw unimplemented('Event types with null characters are not supported.');
  return {
    id,
    type,
    isJson: contentType === JSON_CONTENT,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

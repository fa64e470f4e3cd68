/**
 * The generated messages and service definitions of EventStoreDB's own client. They are CommonJS modules whose exports
 * are only known at run time, so they are imported as a whole and destructured here, once.
 */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

const { read, append } = streamsService.StreamsService;

/** The methods that the node implements; gRPC answers others with UNIMPLEMENTED. */
export const StreamsService = { read, append };

export const { AppendResp, ReadReq, ReadResp } = streams;
export const { Empty, StreamIdentifier, UUID } = shared;

/** The content types of events. */
export const JSON_CONTENT = 'application/json';
export const BINARY_CONTENT = 'application/octet-stream';

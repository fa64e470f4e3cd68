/**
 * The generated messages and service definitions of EventStoreDB's own client. They are CommonJS modules whose exports
 * are only known at run time, so they are imported as a whole and destructured here, once.
 */
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

export const { ServerFeaturesService } = featuresService;
export const { SupportedMethod, SupportedMethods } = features;

const asFrames = (frames: Buffer): Buffer => frames;

const { read, append } = streamsService.StreamsService;

/**
 * The methods that the node implements; gRPC answers others with UNIMPLEMENTED. As generated, except for the responses
 * of `read`, which are ready-made frames (frames.ts).
 */
export const StreamsService = {
  read: { ...read, responseSerialize: asFrames },
  append,
};

export const { AppendResp, ReadReq, ReadResp } = streams;
export const { AllStreamPosition, Empty, StreamIdentifier, UUID } = shared;

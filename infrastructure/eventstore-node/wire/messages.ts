/**
 * The generated messages and service definitions of EventStoreDB's own client. They are CommonJS modules whose exports
 * are only known at run time, so they are imported as a whole and destructured here, once.
 */
import code from '@eventstore/db-client/generated/code_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

export const { GossipService } = gossipService;
export const { ClusterInfo, EndPoint, MemberInfo } = gossip;
export const { ServerFeaturesService } = featuresService;
export const { SupportedMethod, SupportedMethods } = features;
export const { Code } = code;
export const { Status } = status;

const asFrames = (frames: Buffer): Buffer => frames;

/** As generated, except for the responses of `read` and `batchAppend`, which are ready-made frames (frames.ts). */
export const StreamsService = {
  ...streamsService.StreamsService,
  read: { ...streamsService.StreamsService.read, responseSerialize: asFrames },
  batchAppend: { ...streamsService.StreamsService.batchAppend, responseSerialize: asFrames },
};

export const { AppendResp, BatchAppendResp, DeleteResp, ReadReq, ReadResp, TombstoneResp } = streams;
export const {
  AllStreamPosition,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  StreamIdentifier,
  Timeout,
  Unknown,
  BadRequest,
  UUID,
  WrongExpectedVersion,
} = shared;

import { randomUUID } from 'node:crypto';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { ClusterInfo as ClusterInfoMessage } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { ticksOf } from '../recorded-event.js';
import { encodeUuid } from '../wire/identifiers.js';
import { ClusterInfo, EndPoint, MemberInfo } from '../wire/messages.js';

const DEFAULT_PORT = 2113;

/** `host:port`; an IPv6 host is in brackets. */
const endPointOf = (authority: string): { host: string; port: number } => {
  const { host, port } = /^(?<host>\[.*\]|[^:]*)(?::(?<port>\d+))?$/u.exec(authority)?.groups ?? {};
  return { host: host ?? '127.0.0.1', port: port === undefined ? DEFAULT_PORT : Number(port) };
};

/**
 * A cluster of one, led by this node. The node reports the address under which the client reached it, which is correct
 * behind any mapping of addresses and ports.
 */
export const gossipHandler = (): handleUnaryCall<Empty, ClusterInfoMessage> => {
  const instanceId = encodeUuid(randomUUID());
  return (call, callback) => {
    const { host, port } = endPointOf(call.getHost());
    const member = new MemberInfo()
      .setInstanceId(instanceId)
      .setTimeStamp(String(ticksOf(Date.now())))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port));
    callback(null, new ClusterInfo().setMembersList([member]));
  };
};

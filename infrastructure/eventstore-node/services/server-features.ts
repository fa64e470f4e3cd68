import type { handleUnaryCall, ServiceDefinition } from '@grpc/grpc-js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  SupportedMethod as SupportedMethodMessage,
  SupportedMethods as SupportedMethodsMessage,
} from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { SupportedMethod, SupportedMethods } from '../wire/messages.js';

/** The version of EventStoreDB whose behaviour the node follows. */
const SERVER_VERSION = '23.10.0';

const methodsOf = (service: ServiceDefinition): SupportedMethodMessage[] =>
  Object.values(service).map(({ path }) => {
    const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(serviceName).setMethodName(methodName).setFeaturesList([]);
  });

/** Tells the client which methods it may use. */
export const supportedMethodsHandler = (
  services: readonly ServiceDefinition[],
): handleUnaryCall<Empty, SupportedMethodsMessage> => {
  const supported = new SupportedMethods()
    .setEventStoreServerVersion(SERVER_VERSION)
    .setMethodsList(services.flatMap(methodsOf));
  return (_call, callback) => callback(null, supported);
};

import { ErrorCode, NatsError } from 'nats';
import {
  granted,
  refused,
  type ServerAccess,
  unreachable,
  wrongCredentials,
} from '../platform/server-access.js';
import { connectToNats, credentialsIn } from './connection.js';

const JETSTREAM_NOT_ENABLED: string = ErrorCode.JetStreamNotEnabled;

const REFUSALS: ReadonlySet<string> = new Set([
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.AuthenticationTimeout,
  ErrorCode.BadAuthentication,
  ErrorCode.PermissionsViolation,
]);

/** Checks whether NATS accepts the credentials in NATS_URL and has JetStream. */
export const natsAccess = async (address: string): Promise<ServerAccess> => {
  try {
    const connection = await connectToNats(address, 'access');
    try {
      await connection.jetstreamManager();
      return granted;
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof NatsError)) return unreachable(error);
    if (REFUSALS.has(error.code))
      return wrongCredentials('NATS', 'NATS_URL', credentialsIn(address) !== undefined);
    if (error.code === JETSTREAM_NOT_ENABLED)
      return refused('The NATS server in NATS_URL has no JetStream. Enable it: nats-server --jetstream.');
    return unreachable(error);
  }
};

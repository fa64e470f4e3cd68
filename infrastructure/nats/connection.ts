import { connect, type NatsConnection } from 'nats';

/** Connects, and reconnects for as long as it takes. Rejects if the server can't be reached at first. */
export const connectToNats = (address: string, name: string): Promise<NatsConnection> =>
  connect({ servers: address, name, maxReconnectAttempts: -1, reconnectTimeWait: 500, pingInterval: 10_000 });

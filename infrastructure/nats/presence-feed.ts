import { EventEmitter } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import type { NatsConnection } from 'nats';
import type { PresenceFeed } from '../../application/ports/presence.js';
import { PresenceRecord } from '../../application/records/presence-record.js';
import { decodedMessage } from './json-message.js';

const SUBJECT = 'framewright.presence';

/**
 * Publishes who has which video open as core NATS messages, which are not acknowledged; within this process also without
 * NATS. A listener gets the messages of its own process twice, which has no effect.
 */
export const presenceFeed = (connection: () => NatsConnection | undefined): PresenceFeed => {
  const local = new EventEmitter().setMaxListeners(0);
  return {
    publish: (videoId, presence) => {
      local.emit(videoId, presence);
      connection()?.publish(`${SUBJECT}.${videoId}`, JSON.stringify(presence));
    },
    subscribe: (videoId, onPresence) => {
      local.on(videoId, onPresence);
      const subscription = connection()?.subscribe(`${SUBJECT}.${videoId}`, {
        callback: (error, { data }) => {
          const presence = error ? E.left(error) : decodedMessage(PresenceRecord, data);
          if (E.isRight(presence)) onPresence(presence.right);
        },
      });
      return () => {
        local.off(videoId, onPresence);
        subscription?.unsubscribe();
      };
    },
  };
};

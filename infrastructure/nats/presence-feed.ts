import { EventEmitter } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import type { NatsConnection } from 'nats';
import type { PresenceFeed } from '../../application/ports/presence.js';
import { PresenceRecord } from '../../application/records/presence-record.js';
import { decodedMessage } from './json-message.js';

const SUBJECT = 'framewright.presence';

/**
 * Tells who has which video open by core NATS messages, which nothing waits for; within this process also without NATS. A
 * listener of this process hears its own messages twice, which changes nothing.
 */
export const presenceFeed = (connection: () => NatsConnection | undefined): PresenceFeed => {
  const here = new EventEmitter().setMaxListeners(0);
  return {
    publish: (videoId, presence) => {
      here.emit(videoId, presence);
      connection()?.publish(`${SUBJECT}.${videoId}`, JSON.stringify(presence));
    },
    subscribe: (videoId, onPresence) => {
      here.on(videoId, onPresence);
      const subscription = connection()?.subscribe(`${SUBJECT}.${videoId}`, {
        callback: (error, { data }) => {
          const presence = error ? E.left(error) : decodedMessage(PresenceRecord, data);
          if (E.isRight(presence)) onPresence(presence.right);
        },
      });
      return () => {
        here.off(videoId, onPresence);
        subscription?.unsubscribe();
      };
    },
  };
};

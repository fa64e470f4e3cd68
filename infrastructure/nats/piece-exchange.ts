import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { createInbox, ErrorCode, type NatsConnection, NatsError } from 'nats';
import type {
  HelperRequest,
  LenderReply,
  PieceExchange,
  PieceOffer,
} from '../../application/ports/piece-exchange.js';
import { number, string } from '../../domain/codec/scalars.js';
import { RenderId } from '../../domain/ids.js';

const SUBJECT = 'framewright.pieces';

/** How often pieces are offered, in ms. */
const OFFER_INTERVAL = 1000;

/** How long a lender may take to answer, in ms. */
const ANSWER_TIMEOUT = 2000;

/** Nobody listens to the inbox any more. */
const NO_RESPONDERS: string = ErrorCode.NoResponders;

const Hash = string({ pattern: /^[0-9a-f]{64}$/ });
const Count = number({ integer: true, minimum: 0 });

const WireOffer = t.type({ renderId: RenderId, identity: t.string, inbox: t.string });

const WireRequest: t.Type<HelperRequest, unknown, unknown> = t.union([
  t.type({ _tag: t.literal('Take'), isFirst: t.boolean }),
  t.type({ _tag: t.literal('Working'), piece: Count, frames: Count }),
  t.type({ _tag: t.literal('Made'), piece: Count, sha256: Hash }),
  t.type({ _tag: t.literal('GiveBack'), piece: Count }),
]);

const WireReply: t.Type<LenderReply, unknown, unknown> = t.union([
  t.type({
    _tag: t.literal('Lent'),
    piece: Count,
    key: Hash,
    sources: t.readonlyArray(t.type({ urlHash: Hash, sha256: Hash, bytes: Count })),
  }),
  t.type({ _tag: t.literal('Noted') }),
  t.type({ _tag: t.literal('Over') }),
]);

const encoded = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));

/** What another worker sent; undefined if it does not keep to the protocol, such as one of another release. */
const decodedAs = <A>(codec: t.Type<A, unknown, unknown>, data: Uint8Array): A | undefined => {
  try {
    const decoded = codec.decode(JSON.parse(Buffer.from(data).toString('utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The exchange over core NATS: an offer goes to all workers, and names an inbox that answers requests. What waits for
 * nobody is stored nowhere, so nothing is left of a lender or a helper that dies.
 */
export const natsPieceExchange = (nats: NatsConnection): PieceExchange => ({
  offer: (offer, { answer, hasPieces }) => {
    const inbox = createInbox();
    const subscription = nats.subscribe(inbox, {
      callback: (error, message) => {
        const request = error ? undefined : decodedAs(WireRequest, message.data);
        if (request) message.respond(encoded(answer(request)));
      },
    });
    const publish = (): void => {
      if (!nats.isClosed() && hasPieces()) nats.publish(SUBJECT, encoded({ ...offer, inbox }));
    };
    publish();
    const timer = setInterval(publish, OFFER_INTERVAL);
    return () => {
      clearInterval(timer);
      subscription.unsubscribe();
    };
  },

  listen: (onOffer) => {
    const ask = async (inbox: string, request: HelperRequest): Promise<LenderReply | undefined> => {
      try {
        const reply = await nats.request(inbox, encoded(request), { timeout: ANSWER_TIMEOUT });
        return decodedAs(WireReply, reply.data);
      } catch (error) {
        return error instanceof NatsError && error.code === NO_RESPONDERS ? { _tag: 'Over' } : undefined;
      }
    };
    const subscription = nats.subscribe(SUBJECT, {
      callback: (error, message) => {
        const heard = error ? undefined : decodedAs(WireOffer, message.data);
        if (!heard) return;
        const { inbox, renderId, identity } = heard;
        const offer: PieceOffer = { renderId, identity };
        onOffer({ ...offer, ask: (request) => ask(inbox, request) });
      },
    });
    return () => subscription.unsubscribe();
  },
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';

/** The body of `POST /v1/audio/speech`. */
export interface SpeechRequest {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  readonly response_format: string;
  readonly speed: number;
}

export interface SpeechServer {
  readonly url: string;
  readonly requests: ReadonlyArray<SpeechRequest>;
  /** The `Authorization` of the last request. */
  readonly authorization: () => string | undefined;
  /** Answers the next requests with these statuses instead of sounds. */
  readonly refuse: (...statuses: ReadonlyArray<number>) => void;
  /** What the next sounds end with, instead of what espeak-ng says. */
  readonly answer: (bytes: Uint8Array | undefined) => void;
  readonly close: () => Promise<void>;
}

/** The voices that the server has, as espeak-ng names them. */
const VOICES: Readonly<Record<string, string>> = { alloy: 'en-us', nova: 'en-gb' };

/** A server with OpenAI's `POST /v1/audio/speech`, which speaks with espeak-ng. */
export const startSpeechServer = async (): Promise<SpeechServer> => {
  const engine = espeakNg();
  const requests: SpeechRequest[] = [];
  const refusals: number[] = [];
  let [authorization, answer] = [undefined as string | undefined, undefined as Uint8Array | undefined];
  const server = createServer((incoming, outgoing) => {
    const serve = async (): Promise<void> => {
      authorization = incoming.headers.authorization;
      const request = (await json(incoming)) as SpeechRequest;
      requests.push(request);
      const voice = VOICES[request.voice];
      const status =
        refusals.shift() ?? (incoming.url !== '/v1/audio/speech' ? 404 : voice === undefined ? 400 : 200);
      if (status !== 200 || voice === undefined) {
        outgoing.writeHead(status).end('{"error":{"message":"not with the key sk-secret"}}');
        return;
      }
      const speech = { text: request.input, voice, speed: request.speed };
      const spoken = await engine.speak(speech, new AbortController().signal)();
      if (E.isLeft(spoken)) throw new Error(JSON.stringify(spoken.left));
      outgoing.writeHead(200, { 'content-type': 'audio/wav' }).end(answer ?? spoken.right);
    };
    serve().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    authorization: () => authorization,
    refuse: (...statuses) => void refusals.push(...statuses),
    answer: (bytes) => {
      answer = bytes;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

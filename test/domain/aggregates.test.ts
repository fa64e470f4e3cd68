import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { apiKeyDecider, apiKeyStream } from '../../domain/api-key/api-key.js';
import { assetDecider, assetStream } from '../../domain/asset/asset.js';
import { type Decider, fold } from '../../domain/decider.js';
import { type DomainEvent, isStreamOf } from '../../domain/events.js';
import { renderBatchDecider, renderBatchStream } from '../../domain/render-batch/render-batch.js';
import { renderDecider, renderStream } from '../../domain/render/render.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import {
  webhookEndpointDecider,
  webhookEndpointStream,
} from '../../domain/webhook-endpoint/webhook-endpoint.js';
import {
  assetId,
  at,
  batchId,
  clip,
  composition,
  endpointId,
  keyId,
  owner,
  renderId,
  requestRender,
  otherOwner,
  videoBody,
  videoId,
} from '../support/examples.js';

/** The common properties of all aggregates, with examples of their commands. */
interface Aggregate<Command, State, Event extends DomainEvent, Refusal> {
  readonly decider: Decider<Command, State, Event, Refusal>;
  readonly stream: string;
  /** The command that creates the aggregate. */
  readonly create: Command & { readonly type: string };
  /** Commands of the owner, all valid after its creation. */
  readonly byOwner: ReadonlyArray<Command & { readonly type: string }>;
  /** Commands of others. */
  readonly byOthers?: ReadonlyArray<Command & { readonly type: string }>;
  /** Commands that finish the aggregate, so that it refuses their repetition. */
  readonly finishing?: ReadonlyArray<string>;
}

const aggregate = <
  Command,
  State extends { readonly _tag: string },
  Event extends DomainEvent,
  Refusal extends { readonly _tag: string },
>(
  name: string,
  {
    decider,
    stream,
    create,
    byOwner,
    byOthers = [],
    finishing = [],
  }: Aggregate<Command, State, Event, Refusal>,
): void => {
  describe(`the ${name}, like every aggregate`, () => {
    const commands = [...byOwner, ...byOthers];
    const decide = (command: Command, history: ReadonlyArray<Event>) =>
      decider.decide(command, fold(decider, history));
    const eventsOf = (command: Command, history: ReadonlyArray<Event>): ReadonlyArray<Event> => {
      const decision = decide(command, history);
      if (E.isLeft(decision)) throw new Error(decision.left._tag);
      return decision.right;
    };
    const refusalOf = (command: Command, history: ReadonlyArray<Event>): string | undefined => {
      const decision = decide(command, history);
      return E.isLeft(decision) ? decision.left._tag : undefined;
    };
    const created = () => eventsOf(create, []);

    it(`starts as No${name} and has its own stream`, () => {
      expect(decider.initialState._tag).to.equal(`No${name}`);
      expect(stream).to.match(new RegExp(`^${name.charAt(0).toLowerCase()}${name.slice(1)}-[0-9a-f-]{36}$`));
      const events = [...created(), ...commands.flatMap((command) => eventsOf(command, created()))];
      for (const event of events) expect(isStreamOf(stream, event), event.type).to.equal(true);
    });

    it('is created once: repeating it changes nothing, and no other owner can use its id', () => {
      expect(created()).to.have.length(1);
      expect(eventsOf(create, created())).to.deep.equal([]);
      expect(refusalOf({ ...create, ownerId: otherOwner }, created())).to.equal(`${name}AlreadyExists`);
    });

    it('accepts no command before it exists', () => {
      for (const command of commands)
        expect(refusalOf(command, []), command.type).to.equal(`${name}DoesNotExist`);
    });

    it('accepts owner commands only from its owner', () => {
      for (const command of byOwner) {
        const foreign = { ...command, ownerId: otherOwner };
        expect(refusalOf(foreign, created()), command.type).to.equal(`${name}BelongsToAnotherOwner`);
      }
    });

    for (const command of commands)
      it(`does nothing if ${command.type} is repeated, unless it is finished`, () => {
        const events = eventsOf(command, created());
        expect(events).to.have.length(1);
        const history = [...created(), ...events];
        if (finishing.includes(command.type)) expect(refusalOf(command, history)).to.be.a('string');
        else expect(eventsOf(command, history)).to.deep.equal([]);
      });
  });
};

const ofVideo = { videoId, ownerId: owner, clipIds: [], at: at(1) };
aggregate('Video', {
  decider: videoDecider,
  stream: videoStream(videoId),
  create: { type: 'CreateVideo', ...ofVideo, body: videoBody(), editorTokenHash: 'a'.repeat(64) },
  byOwner: [
    { type: 'PatchVideo', ...ofVideo, body: { metadata: { name: 'Other' } } },
    { type: 'RestoreVideo', ...ofVideo, restored: { version: 1, composition: composition('Earlier') } },
    { type: 'ChangeEditorLink', ...ofVideo, editorTokenHash: 'b'.repeat(64) },
  ],
});

const attempt = { renderId, attempt: 0, at: at(1) };
aggregate('Render', {
  decider: renderDecider,
  stream: renderStream(renderId),
  create: requestRender(),
  byOwner: [{ type: 'CancelRender', renderId, ownerId: owner, at: at(1) }],
  byOthers: [
    {
      type: 'RecordCaptionWords',
      ...attempt,
      clips: [clip('a')],
      wordCount: 3,
      recogniser: 'pocketsphinx',
    },
    { type: 'FailRender', ...attempt, failure: { stage: 'probe', message: 'no video', retryable: false } },
  ],
  finishing: ['CancelRender', 'FailRender'],
});

aggregate('RenderBatch', {
  decider: renderBatchDecider,
  stream: renderBatchStream(batchId),
  create: {
    type: 'RequestRenderBatch',
    batchId,
    ownerId: owner,
    videoId,
    videoVersion: 1,
    options: { autoGenerateCaptionWords: false, captionLanguageCode: 'en', priority: 'low' },
    rows: [{ renderId, merge: {} }],
    at: at(0),
  },
  byOwner: [{ type: 'CancelRenderBatch', batchId, ownerId: owner, at: at(1) }],
  byOthers: [
    {
      type: 'CompleteRenderBatch',
      batchId,
      outcome: { completed: 1, failed: 0, cancelled: 0 },
      at: at(1),
    },
  ],
  finishing: ['CancelRenderBatch'],
});

const ofEndpoint = { endpointId, ownerId: owner, at: at(1) };
aggregate('WebhookEndpoint', {
  decider: webhookEndpointDecider,
  stream: webhookEndpointStream(endpointId),
  create: {
    type: 'RegisterWebhookEndpoint',
    ...ofEndpoint,
    secretId: 'first',
    url: 'https://hooks.example.org/x',
    events: ['render.failed'],
  },
  byOwner: [
    { type: 'ChangeWebhookEndpoint', ...ofEndpoint, description: 'mine' },
    { type: 'PauseWebhookEndpoint', ...ofEndpoint },
    { type: 'DisableWebhookEndpoint', ...ofEndpoint, reason: 'gone', failingSince: at(1) },
    { type: 'RotateWebhookSecret', ...ofEndpoint, secretId: 'second' },
    { type: 'DeleteWebhookEndpoint', ...ofEndpoint },
  ],
  finishing: ['DeleteWebhookEndpoint'],
});

aggregate('ApiKey', {
  decider: apiKeyDecider,
  stream: apiKeyStream(keyId),
  create: { type: 'IssueApiKey', keyId, ownerId: owner, keyHash: 'c'.repeat(64), limits: {}, at: at(0) },
  byOwner: [],
  byOthers: [{ type: 'RevokeApiKey', keyId, at: at(1) }],
});

const ofAsset = { assetId, ownerId: owner, at: at(1) };
aggregate('Asset', {
  decider: assetDecider,
  stream: assetStream(assetId),
  create: { type: 'RegisterAsset', ...ofAsset, name: 'a.mp4' },
  byOwner: [
    { type: 'ChangeAsset', ...ofAsset, name: 'b.mp4' },
    { type: 'ChangeAsset', ...ofAsset, tags: ['intro'] },
    { type: 'RefuseAsset', ...ofAsset, reason: 'it is an archive' },
    { type: 'DeleteAsset', ...ofAsset },
  ],
  finishing: ['DeleteAsset'],
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { got, type Got } from 'got';
import { uncompared } from '../../application/transparency/compare-history.js';
import type { Word } from '../../domain/composition/fields/word.js';
import { type RenderId } from '../../domain/ids.js';
import { renderStream } from '../../domain/render/render.js';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';
import { eventStoreDbEventStore } from '../../infrastructure/eventstore/event-store-db.js';
import { type AssetServer, startAssetServer } from '../support/servers/asset-server.js';
import { emptyCaption } from '../support/renders/empty-caption.js';
import { eventually } from '../support/eventually.js';
import { renderOnce } from '../support/service/render-over-http.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { recordedEvents } from '../support/event-store/recorded-events.js';
import { rightOf } from '../support/right-of.js';
import { joined, sentenceWithTimes, silence, writeWave } from '../support/renders/speech.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { publishedRun } from '../support/service/standalone.js';

interface VideoData {
  readonly clips: ReadonlyArray<{ readonly captionProperties?: { readonly words: ReadonlyArray<Word> } }>;
}
interface Render {
  readonly _id: string;
  readonly status: string;
  readonly videoId: string;
  readonly outputUrl?: string;
  readonly error?: string;
  readonly videoData: VideoData;
}

const SENTENCE = 'thank you for watching';
const LEAD_MS = 800;
const FPS = 25;

const captionWordsOf = ({ clips }: VideoData): ReadonlyArray<Word> =>
  clips[1]?.captionProperties?.words ?? [];

const project = (source: string): object => ({
  metadata: { name: 'spoken', duration: 2800, fps: FPS, canvas: { width: 400, height: 200 } },
  clips: [{ type: 'audio', source, timeFrame: { start: 0, end: 2800 } }, emptyCaption(2800)],
});

describe('autoGenerateCaptionWords, from the request to the webhook', () => {
  let media: string;
  let assets: AssetServer;
  let service: SharedStandalone;
  let api: Got;
  const delivered: Array<{ readonly event: string; readonly data: Render }> = [];

  before(async () => {
    media = await mkdtemp(join(tmpdir(), 'spoken-'));
    assets = await startAssetServer();
    assets.serve('/hook', (request, response) => {
      void buffer(request).then((body) => {
        delivered.push(JSON.parse(body.toString('utf8')) as (typeof delivered)[number]);
        response.end();
      });
    });
    service = await sharedStandalone();
    const key = await service.issueKey('speaker');
    api = got.extend({ prefixUrl: service.baseUrl, headers: { 'x-api-key': key } });
    await api.post('v1/webhooks', { json: { url: assets.url('/hook') } });
  });
  after(async () => {
    await assets?.close();
    await rm(media, { recursive: true, force: true });
  });

  const served = async (name: string, samples: Int16Array): Promise<string> =>
    assets.serve(`/${name}`, await readFile(await writeWave(join(media, name), samples)));

  /** Renders the project with automatic caption words; returns the finished render. */
  const rendered = async (source: string): Promise<Render> => {
    const json = { ...project(source), autoGenerateCaptionWords: true, captionLanguageCode: 'en-US' };
    const { data } = await api.post('v1/renders', { json }).json<{ data: Render }>();
    const found = await renderOnce<Render>(api, data._id, 'completed');
    expect(found.status, JSON.stringify(found) + service.output()).to.equal('completed');
    return found;
  };

  /** The CaptionWordsGenerated events in the stream of a render. */
  const generatedEvents = async (id: string) => {
    const { client } = connectToEventStore(publishedRun(service.path).eventStoreUrl);
    try {
      const store = eventStoreDbEventStore(client, uncompared);
      const recorded = rightOf(await recordedEvents(store, renderStream(id as RenderId))());
      return recorded.flatMap(({ event }) => (event.type === 'CaptionWordsGenerated' ? [event] : []));
    } finally {
      await client.dispose();
    }
  };

  it('adds the spoken words to the picture, the render record, its events and its webhook', async () => {
    const known = await sentenceWithTimes(SENTENCE);
    const source = await served('speech.wav', joined([silence(LEAD_MS), known.samples]));
    const render = await rendered(source);
    const words = captionWordsOf(render.videoData);
    expect(words.map(({ word }) => word).join(' ')).to.equal('Thank you for watching');
    known.words.forEach(({ start, end }, index) => {
      expect(words[index]?.start).to.be.closeTo(start + LEAD_MS, 120);
      expect(words[index]?.end).to.be.closeTo(end + LEAD_MS, 120);
    });

    const [event, ...more] = await generatedEvents(render._id);
    expect(more).to.deep.equal([]);
    expect(event?.data).to.include({ wordCount: 4, languageCode: 'en-US', attempt: 1 });
    expect(event?.data.recogniser).to.match(/^pocketsphinx /);

    const webhook = await eventually(() => {
      const found = delivered.find(({ data }) => data._id === render._id);
      if (!found) throw new Error('no webhook has arrived');
      return found;
    });
    expect(webhook.event).to.equal('render.completed');
    expect(captionWordsOf(webhook.data.videoData)).to.deep.equal(words);

    const video = await api(`v1/videos/${render.videoId}`).json<{ data: VideoData }>();
    expect(captionWordsOf(video.data), 'the words of the stored video').to.deep.equal([]);

    const output = join(media, 'output.mp4');
    await writeFile(
      output,
      await got(render.outputUrl?.replace(/^http:\/\/[^/]+/, service.baseUrl) ?? '').buffer(),
    );
    const frames = await decodeFrames(output);
    const reddest = (ms: number): number => {
      const data = frames[Math.floor((ms * FPS) / 1000)]?.data ?? Buffer.alloc(0);
      return data.reduce(
        (most, red, at) => (at % 3 === 0 ? Math.max(most, red - (data[at + 2] ?? 0)) : most),
        0,
      );
    };
    expect(reddest(LEAD_MS / 4), 'highlight before the first word').to.be.below(30);
    for (const { start, end } of words) expect(reddest((start + end) / 2)).to.be.above(150);
  });
});

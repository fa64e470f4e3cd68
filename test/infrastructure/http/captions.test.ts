import { expect } from 'chai';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import type { RenderId } from '../../../domain/ids.js';
import { emptyCaption } from '../../support/renders/empty-caption.js';
import { eventually } from '../../support/eventually.js';
import { minimalVideo } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { apiForSuite, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

const WORDS = [
  { word: 'Salt', start: 0, end: 250 },
  { word: '&', start: 250, end: 300.4 },
  { word: 'sea', start: 300.4, end: 900 },
];
const SRT = '1\n00:00:00,100 --> 00:00:01,000\nSalt & sea\n';
const VTT = 'WEBVTT\n\n00:00:00.100 --> 00:00:01.000\nSalt &amp; sea\n';

describe('HTTP API: captions', () => {
  const service = forSuite(sharedService);
  const api = apiForSuite();

  /** A caption clip from 100 to 1000 ms. */
  const caption = (words: ReadonlyArray<object>) => {
    const empty = { ...emptyCaption(1000), id: 'said', timeFrame: { start: 100, end: 1000 } };
    return { ...empty, captionProperties: { ...empty.captionProperties, words } };
  };
  const stored = async (clips: ReadonlyArray<object>): Promise<string> =>
    (await api('POST', '/v1/videos', { body: { ...minimalVideo, clips } })).body.data._id as string;

  it('are exported from a video in each format, by parameter or Accept', async () => {
    const path = `/v1/videos/${await stored([caption(WORDS)])}/captions/said`;
    const get = (query: string, accept = '*/*') => api('GET', `${path}${query}`, { headers: { accept } });
    const srt = await get('?format=srt');
    expect([srt.status, srt.text]).to.deep.equal([200, SRT]);
    expect(srt.headers.get('content-type')).to.equal('application/x-subrip');
    expect(srt.headers.get('content-disposition')).to.equal('attachment; filename="a video.srt"');
    expect((await get('?format=vtt')).text).to.equal(VTT);
    expect((await get('', 'text/vtt')).text).to.equal(VTT);
    expect((await get('?format=txt')).text).to.equal('Salt & sea\n');
    const words = [
      { start: 100, end: 350, word: 'Salt' },
      { start: 350, end: 400, word: '&' },
      { start: 400, end: 1000, word: 'sea' },
    ];
    expect((await get('?format=json')).body).to.deep.equal({ data: words });
    expect((await get('')).body).to.deep.equal({ data: words });
    expect((await get('?format=ass')).status).to.equal(400);
    expect((await get('', 'text/html')).status).to.equal(406);
  });

  it('of a render include the transcribed words', async () => {
    const video = await stored([caption([])]);
    const body = { autoGenerateCaptionWords: true };
    const render = (await api('POST', `/v1/renders/${video}`, { body })).body.data;
    const id = render._id as RenderId;
    const path = `/v1/renders/${id}/captions/said?format=srt`;
    const early = await api('GET', path);
    expect([early.status, early.body.message]).to.deep.equal([
      409,
      ['the clip has no words: get the captions of a render that transcribed them, or read them from a file'],
    ]);
    const [clip] = render.videoData.clips as ReadonlyArray<Clip & { readonly captionProperties: object }>;
    const captioned = [
      { ...clip, captionProperties: { ...clip?.captionProperties, words: WORDS } },
    ] as Clip[];
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    rightOf(await outcomes.start(id)());
    rightOf(
      await outcomes.captionWords(id, 1, { clips: captioned, wordCount: 3, recogniser: 'a recogniser' })(),
    );
    await eventually(async () => {
      expect((await api('GET', path)).text).to.equal(SRT);
    });
    expect((await api('GET', `/v1/videos/${video}/captions/said`)).status).to.equal(409);
  });
});

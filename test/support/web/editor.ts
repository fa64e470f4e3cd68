/** The editor in a browser, with a service and a worker: started once for the web tests of a process. */
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { VideoLinkInput } from '../../../clients/typescript/core/types.js';
import type { RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import { mediaRenderer } from '../../../workers/render/run/run-render.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { storedSourcePins } from '../../../infrastructure/storage/source-pins.js';
import { mediaReplayer } from '../../../workers/render/run/replay/replay-render.js';
import { runRenderLoop } from '../../../workers/render/run/loop/render-loop.js';
import { startBrowser, type WebBrowser } from './browser.js';
import { type Api, apiClient } from '../service/http-client.js';
import { memoryJob, memoryQueue } from '../renders/memory-renders.js';
import { atEnd } from '../at-end.js';
import { eventually } from '../eventually.js';
import { rightOf } from '../right-of.js';
import { previewService } from '../service/preview-service.js';
import type { Service } from '../service/service.js';

export interface StoredVideo {
  readonly id: string;
  readonly token: string;
  /** Its link on this service. */
  readonly link: string;
}

export interface EditorUnderTest {
  readonly service: Service;
  readonly browser: WebBrowser;
  /** A client of the owner of the videos. */
  readonly api: Api;
  readonly stored: (project: object) => Promise<StoredVideo>;
  /** The video with another link. */
  readonly linked: (video: StoredVideo, link: VideoLinkInput) => Promise<StoredVideo>;
  /** Renders as a worker does, with a transcriber if it needs one, and records the outcome. */
  readonly work: (renderId: string, transcriber?: Transcriber) => Promise<void>;
}

/** A queue that ends after its only job: the loop then ends with it, whatever becomes of it. */
const queueOf = (job: RenderJob): RenderQueue => ({
  ...memoryQueue([]),
  jobs: async function* () {
    yield job;
  },
});

const start = async (sandboxed: boolean, ready: number): Promise<EditorUnderTest> => {
  const { service, worker } = await previewService({ sandboxed, ready });
  const browser = await startBrowser();
  const api = apiClient(service.baseUrl, await service.issueKey('editor'));
  atEnd(browser.close);
  /** The link, on the address of this service. */
  const here = (id: string, url: string): StoredVideo => {
    const { pathname, hash } = new URL(url);
    return { id, token: hash.slice('#token='.length), link: `${service.baseUrl}${pathname}${hash}` };
  };
  return {
    service,
    browser,
    api,
    stored: async (project) => {
      const { data } = (await api('POST', '/v1/videos', { body: project })).body;
      return here(data._id, data.metadata.redirectUrl);
    },
    linked: async ({ id }, body) => {
      const { data } = (await api('POST', `/v1/videos/${id}/links`, { body })).body;
      return here(id, data.url);
    },
    work: async (renderId, transcriber) => {
      await runRenderLoop(
        {
          queue: queueOf(memoryJob(renderId as RenderId)),
          outcomes: renderOutcomes(service.dependencies, 'a-worker'),
          progress: { publish: () => undefined, subscribe: () => () => undefined },
          renderer: mediaRenderer({ ...worker.dependencies, transcriber }, worker.settings),
          replayer: mediaReplayer(
            {
              ...worker.dependencies,
              storage: service.objectStorage,
              pins: storedSourcePins(service.objectStorage, systemClock, false),
            },
            worker.settings,
          ),
          storage: service.objectStorage,
          storeGraceMs: 0,
          notice: () => undefined,
          limits: { fetchConcurrency: 1, renderConcurrency: 1 },
        },
        new AbortController().signal,
      );
    },
  };
};

let shared: Promise<EditorUnderTest> | undefined;

/**
 * @param sandboxed whether frames and renders start sandboxed processes, as in a worker
 * @param ready how many of these processes wait for the next frame
 */
export const editorUnderTest = ({ sandboxed = false, ready = 0 } = {}): Promise<EditorUnderTest> => {
  shared ??= start(sandboxed, ready);
  return shared;
};

/** The same, for the tests of a suite. It is there when they run, and closes what each of them has opened. */
export const editorForSuite = (): EditorUnderTest => {
  const editor: Partial<EditorUnderTest> = {};
  before(async () => void Object.assign(editor, await editorUnderTest()));
  afterEach(() => editor.browser?.closePages());
  return editor as EditorUnderTest;
};

/** Opens the editor of a video in a profile of its own. */
export const openEditor = async ({ browser, service }: EditorUnderTest, { link }: StoredVideo) => {
  const opened = await browser.open(service.baseUrl);
  await opened.page.goto(link);
  return opened;
};

/** The same, once the service has answered a request of the page. @param script runs in the page before its own */
export const openUntil = async (
  editor: EditorUnderTest,
  { link }: StoredVideo,
  request: string,
  { browser = editor.browser, script = '' } = {},
) => {
  const opened = await browser.open(editor.service.baseUrl);
  await opened.page.addInitScript(script);
  const answered = opened.page.waitForResponse(request);
  await opened.page.goto(link);
  await answered;
  return opened;
};

/** The same, once the browser can draw and play the video. */
export const openPrepared = (
  editor: EditorUnderTest,
  video: StoredVideo,
  options?: Parameters<typeof openUntil>[3],
) => openUntil(editor, video, '**/v1/playback', options);

/** The record of a video, as it is stored now. */
export const storedVideo = async ({ api }: EditorUnderTest, id: string) =>
  (await api('GET', `/v1/videos/${id}`)).body.data;

/** Waits until the editor has stored everything. */
export const isSaved = (page: Page): Promise<void> => page.getByText('All changes saved').waitFor();

/** Shows a panel of the editor. */
export const showPanel = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

/** Opens the dialog that exports the video. */
export const openExport = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Export', exact: true }).click();

/** A project with two texts, 4 s long. */
export const TWO_TEXTS = (() => {
  const title = (id: string, start: number, x: number) => ({
    id,
    name: id,
    type: 'text',
    timeFrame: { start, end: start + 2000 },
    position: { x, y: 100, z: start },
    size: { width: 400, height: 100 },
    textProperties: { content: `Text of ${id}`, fontSize: 40, color: '#ffffff' },
  });
  return {
    metadata: {
      name: 'Opening',
      duration: 4000,
      fps: 25,
      backgroundColor: '#204060',
      canvas: { width: 1280, height: 720 },
    },
    clips: [title('first', 0, 100), title('second', 0, 700)],
  };
})();

/** Renders a video as it is stored. @returns the path of the output, in a folder */
export const renderedFile = async (
  { api, work, service }: EditorUnderTest,
  videoId: string,
  folder: string,
): Promise<string> => {
  const { _id } = (await api('POST', `/v1/renders/${videoId}`, { body: {} })).body.data;
  await work(_id);
  const outputUrl = await eventually(async () => {
    const { data } = (await api('GET', `/v1/renders/${_id}`)).body;
    expect(data).to.include({ status: 'completed' });
    return data.outputUrl as string;
  });
  const path = join(folder, 'rendered.mp4');
  expect(rightOf(await service.objectStorage.get(outputUrl.split('/').at(-1) ?? '', path)())).to.equal(true);
  return path;
};

import { respondsWithJson, type SampleRequest } from './sample-request.js';

/** The variable that is set from the response of an operation, and from which value, so that later requests use it. */
const KEPT: Readonly<Record<string, readonly [variable: string, value: string]>> = {
  createVideo: ['videoId', 'data._id'],
  createRender: ['renderId', 'data._id'],
  createRenderOfVideo: ['renderId', 'data._id'],
  getRender: ['outputKey', `data.outputUrl.split('/').pop()`],
  addComment: ['commentId', 'data._id'],
  createBatch: ['batchId', 'data._id'],
  createAsset: ['assetId', 'data._id'],
  createWebhook: ['webhookId', 'data._id'],
  testWebhook: ['deliveryId', 'data._id'],
};

/** Errors that a request shows if what it needs is not there: the file at `mediaUrl`, or something that still runs. */
const SHOWN: Readonly<Record<string, ReadonlyArray<number>>> = {
  probeMedia: [422],
  createAsset: [422],
  getAssetWaveform: [404],
  getSource: [404, 422],
  cancelRender: [409],
  cancelBatch: [409],
};

/** Operations whose response has the type of what was uploaded. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(['getAssetContent']);

/** A response is asked for again until this holds, if the collection runs. */
const AWAITED: Readonly<Record<string, string>> = {
  getBatch: `data.status !== 'processing'`,
};
const RETRY_MS = 500;

/** The script that checks the response of a request, keeps what later ones need, and waits for what takes long. */
export const responseChecks = (request: SampleRequest): ReadonlyArray<string> => {
  const { operationId, successes, media } = request;
  const expected = [...successes, ...(SHOWN[operationId] ?? [])];
  const kept = KEPT[operationId];
  const awaited = AWAITED[operationId];
  const isJson = respondsWithJson(request);
  return [
    `pm.test('answers with ${expected.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code, pm.response.text().slice(0, 500)).to.be.oneOf([${expected.join(', ')}]);`,
    `});`,
    ...(media === undefined || OF_ANY_TYPE.has(operationId)
      ? []
      : [
          `if (pm.response.code < 300 && ![202, 204].includes(pm.response.code))`,
          `  pm.test('answers with ${media}', () => {`,
          `    pm.expect(pm.response.headers.get('content-type')).to.include('${media}');`,
          ...(isJson ? [`    pm.expect(pm.response.json()).to.be.an('object');`] : []),
          `  });`,
        ]),
    ...(kept === undefined && awaited === undefined
      ? []
      : [
          `if (pm.response.code < 300) {`,
          `  const { data } = pm.response.json();`,
          ...(kept === undefined ? [] : [`  pm.collectionVariables.set('${kept[0]}', ${kept[1]});`]),
          ...(awaited === undefined
            ? []
            : [
                `  if (!(${awaited})) {`,
                `    postman.setNextRequest(pm.info.requestName);`,
                `    setTimeout(() => undefined, ${RETRY_MS});`,
                `  }`,
              ]),
          `}`,
        ]),
  ];
};

import { optional, setting } from './setting.js';
import {
  baseAddress,
  file,
  oneWordOf,
  printableText,
  weightList,
  wholeNumber,
  yesOrNo,
} from './setting-codecs.js';

const GiB = 1024 ** 3;
const bytes = wholeNumber(0, 2 ** 50 - 1);

/** What render workers may use, and how they render. */
export const renderSettings = {
  assetMaxBytes: setting('ASSET_MAX_BYTES', bytes, `${2 * GiB}`, 'Maximum size of one clip source.'),
  assetMinBytesPerSecond: setting(
    'ASSET_MIN_BYTES_PER_SECOND',
    wholeNumber(0, 2 ** 30),
    '8192',
    'Minimum transfer rate of a clip source, measured over 20 s; 0 disables the check.',
  ),
  renderMaxAssetBytes: setting(
    'RENDER_MAX_ASSET_BYTES',
    bytes,
    `${10 * GiB}`,
    'Maximum total size of the sources of one render.',
  ),
  renderMaxFetchSeconds: setting(
    'RENDER_MAX_FETCH_SECONDS',
    wholeNumber(1, 86_400),
    '600',
    'Time limit for fetching all sources of one render, including retries.',
  ),
  renderMaxSeconds: setting(
    'RENDER_MAX_SECONDS',
    wholeNumber(1, 604_800),
    '21600',
    'Time limit for one render once its sources are fetched.',
  ),
  fetchConcurrency: setting(
    'FETCH_CONCURRENCY',
    wholeNumber(1, 1000),
    '8',
    'Renders whose sources a worker fetches at once.',
  ),
  renderConcurrency: optional(
    'RENDER_CONCURRENCY',
    wholeNumber(1, 64),
    'Renders that use the processor of a worker at once. Default: one for every 8 cores and 4 GiB, at least one.',
  ),
  ownerMaxRendersUnderWay: setting(
    'OWNER_MAX_RENDERS_UNDER_WAY',
    wholeNumber(1, 100_000),
    '4',
    'Maximum renders of one owner on workers at once. Keep it below the total of all workers.',
  ),
  ownerWeights: setting(
    'OWNER_WEIGHTS',
    weightList,
    '',
    'Comma-separated owners with their turns (studio=4,trial=1). All others have 1.',
  ),
  assetCacheBytes: setting(
    'ASSET_CACHE_BYTES',
    bytes,
    `${20 * GiB}`,
    'Size of the cache of sources, in DATA_DIR/cache; 0 disables it.',
  ),
  contentCredentials: setting(
    'CONTENT_CREDENTIALS',
    oneWordOf('on', 'off'),
    'on',
    'Whether outputs carry a signed C2PA manifest.',
  ),
  credentialsSources: setting(
    'CONTENT_CREDENTIALS_SOURCES',
    oneWordOf('name', 'full'),
    'name',
    'What manifests tell of sources: name: the names of the files. full: their addresses.',
  ),
  credentialsCertificate: optional(
    'CONTENT_CREDENTIALS_CERTIFICATE',
    file,
    'PEM file with the certificate that signs manifests, followed by those that issued it. Unset: a test certificate in DATA_DIR.',
  ),
  credentialsKey: optional(
    'CONTENT_CREDENTIALS_KEY',
    file,
    'PEM file with the private key of that certificate: Ed25519, P-256 or P-384.',
  ),
  pieceCacheBytes: setting(
    'PIECE_CACHE_BYTES',
    bytes,
    `${10 * GiB}`,
    'Size of the cache of rendered pieces and outputs, in DATA_DIR/cache; 0 disables it.',
  ),
  pieceCacheShared: setting(
    'PIECE_CACHE_SHARED',
    yesOrNo,
    'false',
    'Whether renders of one owner may use what renders of another made.',
  ),
  frameCacheBytes: setting(
    'FRAME_CACHE_BYTES',
    bytes,
    `${GiB}`,
    'Size of the cache of pictures for previews, in DATA_DIR/cache; 0 disables it.',
  ),
  renderQuality: setting(
    'RENDER_QUALITY',
    oneWordOf('draft', 'balanced', 'small'),
    'balanced',
    'Effort of encoding where a render request does not say.',
  ),
  copyStretches: setting(
    'COPY_STRETCHES',
    oneWordOf('auto', 'off'),
    'auto',
    'Whether frames of a source that nothing touches are copied where possible (auto), or always encoded (off).',
  ),
  renderEncoder: setting(
    'RENDER_ENCODER',
    oneWordOf('software', 'auto', 'nvenc', 'qsv', 'vaapi', 'videotoolbox'),
    'software',
    'What encodes H.264: x264 (software), one kind of hardware, or the best that works (auto). x264 replaces hardware that fails.',
  ),
  speechUrl: optional(
    'SPEECH_URL',
    baseAddress,
    'Base address of a server with an OpenAI-compatible /v1/audio/speech. Unset: espeak-ng.',
  ),
  speechKey: optional('SPEECH_KEY', printableText, 'Bearer token for that server.'),
  speechModel: setting('SPEECH_MODEL', printableText, 'tts-1', 'Model that server uses.'),
  transcriberUrl: optional(
    'TRANSCRIBER_URL',
    baseAddress,
    'Base address of a server with an OpenAI-compatible /v1/audio/transcriptions. Unset: pocketsphinx.',
  ),
  transcriberApiKey: optional('TRANSCRIBER_API_KEY', printableText, 'Bearer token for that server.'),
  transcriberModel: setting('TRANSCRIBER_MODEL', printableText, 'whisper-1', 'Model that server uses.'),
};

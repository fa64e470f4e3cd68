import { optional, setting } from './setting.js';
import { baseAddress, hostToListenOn, originList, wholeNumber, yesOrNo } from './setting-codecs.js';

const GiB = 1024 ** 3;
const bytes = wholeNumber(0, 2 ** 50 - 1);

/** What API processes serve, and to whom. */
export const apiSettings = {
  port: setting('PORT', wholeNumber(0, 65535), '8080', 'HTTP port; 0 picks a free port.'),
  host: setting('HOST', hostToListenOn, '127.0.0.1', 'Address the HTTP server listens on.'),
  publicBaseUrl: optional(
    'PUBLIC_BASE_URL',
    baseAddress,
    'Base address of the service as clients see it. Default: http://localhost:PORT.',
  ),
  ownerMaxPendingRenders: setting(
    'OWNER_MAX_PENDING_RENDERS',
    wholeNumber(1, 10_000_000),
    '1000',
    'Maximum pending renders of one owner; a further request gets 429.',
  ),
  renderApprovedOnly: setting(
    'RENDER_APPROVED_ONLY',
    yesOrNo,
    'false',
    'Whether only approved versions are rendered; others get 409.',
  ),
  ownerMaxAssetBytes: setting(
    'OWNER_MAX_ASSET_BYTES',
    bytes,
    `${50 * GiB}`,
    'Maximum size of all assets of one owner; a further upload gets 413.',
  ),
  ownerMaxUploads: setting(
    'OWNER_MAX_UPLOADS',
    wholeNumber(1, 10_000),
    '20',
    'Maximum unfinished uploads of one owner; a further one gets 429.',
  ),
  maxVerifyBytes: setting(
    'MAX_VERIFY_BYTES',
    bytes,
    `${2 * GiB}`,
    'Maximum size of a file sent to POST /v1/verify.',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    originList,
    '',
    'Comma-separated origins whose web pages may use the API with an editor token; * allows all.',
  ),
  corsApiKeys: setting(
    'CORS_API_KEYS',
    yesOrNo,
    'false',
    'Whether those pages may also send API keys, which all who open them can read.',
  ),
  drainMs: setting(
    'DRAIN_MS',
    wholeNumber(0, 60_000),
    '1000',
    'How long a stopping API process keeps serving while /readyz answers 503.',
  ),
};

import type { AssetProxies } from '../../../application/assets/asset-proxies.js';
import type { AssetLimits } from '../../../application/assets/assets.js';
import type { AssetUploads } from '../../../application/ports/asset-uploads.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { BatchAdmission, RenderAdmission } from '../../../application/renders/admit-render.js';
import type { RenderWatching } from '../../../application/renders/watch-renders.js';
import type { FileInspector } from '../../../application/ports/file-inspector.js';
import type { MerkleLog } from '../../../application/ports/merkle-log.js';
import type { SigningKeys } from '../../../application/ports/signing-keys.js';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import type { WebhookSecrets } from '../../../application/ports/webhook-secrets.js';
import type { WebhookAddresses } from '../../../application/ports/webhook-addresses.js';
import type { WebhookDeliveries } from '../../../application/ports/webhook-deliveries.js';
import type { PresenceFeed } from '../../../application/ports/presence.js';
import type { Previews } from '../../../application/ports/previews.js';
import type { SourceProxy } from '../../../application/ports/source-proxy.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { OutputSettings } from '../../../application/records/render-record.js';
import type { SampleRecord } from '../../../application/records/sample-record.js';
import type { FontFamilyRecord } from '../../../application/records/font-record.js';
import type { RenderRequestDependencies } from '../../../application/reviews/approved-only.js';
import type { FileReceiving } from './file-body.js';
import type { ApiResources } from './request-permits.js';
import type { ResumableUploads } from './resumable-uploads.js';
import type { VideoLinks } from './video-links.js';

/** What handlers use. `ids` and `clock` belong to the current request. */
export interface ApiDependencies extends RenderRequestDependencies, OutputSettings {
  readonly queries: Queries;
  readonly presence: PresenceFeed;
  readonly eventArchive: EventArchive;
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookAddresses: WebhookAddresses;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly admitRender: RenderAdmission;
  readonly watching: RenderWatching;
  /** Maximum number of dispatched and unfinished renders of one owner. */
  readonly underWayPerOwner: number;
  readonly admitBatch: BatchAdmission;
  readonly objectStorage: Pick<ObjectStorage, 'find' | 'signedUrl'>;
  readonly assetStorage: ObjectStorage;
  readonly uploads: AssetUploads;
  readonly proxies: AssetProxies;
  readonly resumableUploads: ResumableUploads;
  readonly assetLimits: AssetLimits;
  readonly fileReceiving: FileReceiving;
  readonly previews: Previews;
  readonly permits: ApiResources;
  readonly sourceProxy: SourceProxy;
  readonly merkleLog: MerkleLog;
  readonly signingKeys: SigningKeys;
  readonly fileInspector: FileInspector;
  readonly videoLinks: VideoLinks;
  readonly fonts: () => ReadonlyArray<FontFamilyRecord>;
  /** The projects to start from that come with the service. */
  readonly samples: () => ReadonlyArray<SampleRecord>;
}

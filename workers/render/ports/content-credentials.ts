import type { Provenance } from '../../../domain/render/render-output.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import type { DigitalSourceType } from '../../../domain/render/events.js';

/** The facts in the manifest of an output: the part of its provenance that is known before the file is finished. */
export interface CredentialFacts extends Omit<Provenance, 'stageSeconds'> {
  readonly renderId: RenderId;
  readonly video?: { readonly videoId: VideoId; readonly version: number };
  /** As stated in the request; absent if it states none. */
  readonly digitalSourceType?: DigitalSourceType;
}

/** Embeds content credentials (C2PA) in outputs. */
export interface ContentCredentials {
  /** Replaces an MP4 with a copy that has a signed manifest. The packets of its streams do not change. */
  readonly embed: (path: string, facts: CredentialFacts) => Promise<void>;
}

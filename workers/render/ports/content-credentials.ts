import type { Provenance } from '../../../domain/render/render-output.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import type { DigitalSourceType } from '../../../domain/render/events.js';

/** The facts in the manifest of an output: those of its receipt that are known before the file is finished. */
export interface CredentialFacts extends Omit<Provenance, 'stageSeconds'> {
  readonly renderId: RenderId;
  readonly video?: { readonly videoId: VideoId; readonly version: number };
  /** What the request states. Absent: nothing. */
  readonly digitalSourceType?: DigitalSourceType;
}

/** Embeds content credentials (C2PA) in outputs. */
export interface ContentCredentials {
  /** Replaces the MP4 by one with a signed manifest. No packet of its streams changes. */
  readonly embed: (path: string, facts: CredentialFacts) => Promise<void>;
}

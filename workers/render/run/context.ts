import type { FileInspector } from '../../../application/ports/file-inspector.js';
import type { Archiver } from '../ports/archiver.js';
import type { AssetSource } from '../ports/asset-source.js';
import type { ContentCredentials } from '../ports/content-credentials.js';
import type { MediaEncoder } from '../ports/media-encoder.js';
import type { MediaProbe } from '../ports/media-probe.js';
import type { SceneDrawer } from '../ports/scene-drawer.js';
import type { Rasterizer } from '../ports/rasterizer.js';
import type { Transcriber } from '../ports/transcriber.js';
import type { Reuse, Reusing } from './reuse.js';
import type { ProgressStep } from '../plan/progress.js';

/** The adapters that rendering uses. */
export interface RenderDependencies {
  readonly assets: AssetSource;
  readonly probe: MediaProbe;
  readonly inspector: FileInspector;
  readonly rasterizer: Rasterizer;
  readonly encoder: MediaEncoder;
  readonly drawer: SceneDrawer;
  readonly archiver: Archiver;
  /** Absent: outputs get no content credentials. */
  readonly credentials?: ContentCredentials;
  /** Undefined: words can't be transcribed here. */
  readonly transcriber: Transcriber | undefined;
  /** Left out: everything is made again. */
  readonly reusing?: Reusing;
}

/** What every stage of one render works with. */
export interface RenderContext extends RenderDependencies {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: (step: ProgressStep, fraction: number) => void;
  /** Left out: everything is made again. */
  readonly reuse?: Reuse;
}

import type { RenderHooks, RenderTask } from '../ports/renderer.js';
import type { RenderContext, RenderDependencies } from './context.js';
import type { RenderSettings } from './render-settings.js';
import type { Stopwatch } from './stopwatch.js';
import type { WorkFolder } from './work-folder.js';

/** One render in progress: its task, its private folder, and what it reports. */
export interface RenderWork {
  readonly task: RenderTask;
  readonly hooks: RenderHooks;
  readonly needs: RenderDependencies;
  readonly settings: RenderSettings;
  readonly folder: WorkFolder;
  readonly watch: Stopwatch;
  readonly progress: RenderContext['progress'];
}

/** The context for the stages of this render that end with `signal`. */
export const contextOf = ({ folder, progress, needs }: RenderWork, signal: AbortSignal): RenderContext => ({
  folder: folder.path,
  signal,
  progress,
  ...needs,
});

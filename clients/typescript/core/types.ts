import type { components, operations } from './api.js';

// The names of what the API takes and returns. All of it is generated from the OpenAPI document.

type Schemas = components['schemas'];

/** A stored video. */
export type Video = Schemas['Video'];
/** A video project, as it is sent. */
export type VideoInput = Schemas['CreateVideo'];
/** What to change in a video. */
export type VideoPatch = Schemas['UpdateVideo'];
/** One element of the timeline, as it is sent. */
export type Clip = Schemas['Clip'];
/** A file of yours, which clips name as `asset:` and its id. */
export type Asset = Schemas['Asset'];
export type Render = Schemas['Render'];
/** How far a render is. Every render is one of these, too. */
export type RenderProgress = Schemas['RenderProgress'];
/** A video project and how to render it. */
export type RenderInput = Schemas['CreateRender'];
/** How to render a stored video. */
export type RenderOptions = Schemas['CreateRenderOfVideo'];
/** A link that opens a video in the editor. */
export type VideoLink = Schemas['VideoLink'];
/** What a link permits, and for how long. */
export type VideoLinkInput = Schemas['CreateLink'];
/** What is wrong with a video, and what its render would cost. */
export type Check = Schemas['Check'];
/** A video project, which may be a template with its values. */
export type CheckInput = Schemas['CheckProject'];
export type CheckOptions = Schemas['CheckVideo'];
/** Renders of a template, one for each row. */
export type Batch = Schemas['Batch'];
/** What became of a row of a batch. */
export type BatchResult = Schemas['BatchResult'];
/** The rows of a batch, and how to render them. */
export type BatchInput = Schemas['CreateBatch'];
/** An event of the feed. */
export type FeedEvent = Schemas['Event'];
export type WebhookMessage = Schemas['WebhookMessage'];
export type WebhookEndpoint = Schemas['Webhook'];
export type FontFamily = Schemas['FontFamily'];
/** A project to start from. */
export type Sample = Schemas['Sample'];

type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
export type VideoFilter = Omit<QueryOf<'listVideos'>, 'page' | 'cursor'>;
export type RenderFilter = Omit<QueryOf<'searchRenders'>, 'page' | 'cursor'>;

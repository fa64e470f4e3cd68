// Prose of the API reference.
import { LIMITS } from '../../../domain/composition/limits.js';
import { EDITOR_LIMITS } from '../server/identify-caller.js';
import { TIME_LIMIT_TEXT } from './time-limits.js';

const count = (value: number): string => value.toLocaleString('en-US');

/** The meaning of each error status. */
export const PROBLEM_MEANINGS: Readonly<Record<number, string>> = {
  400: 'the input is invalid; `message` lists all problems, each with the path of its field.',
  401: 'the credential is missing, malformed, unknown, revoked or expired.',
  403: 'the resource belongs to another owner, or the editor token does not permit this.',
  404: 'no resource has this identifier.',
  406: 'the client accepts none of the media types of the response.',
  409: 'the state of the resource does not allow this, it was modified concurrently, or a request with the same Idempotency-Key is in progress.',
  412: 'the video was modified since the ETag in `If-Match`; nothing was stored.',
  413: 'the body exceeds 1 MiB (a file: the limit of the service), or the stored video would be too large.',
  415: 'the body is not JSON in UTF-8.',
  416: 'the file has no bytes in the requested range.',
  422: 'the Idempotency-Key was already used with a different request, or a source cannot be read or a frame cannot be drawn: `message` names the clip and the reason.',
  429: 'a rate limit is exceeded, too many renders are pending, or as many requests of this kind are in progress as you may have. Wait for `Retry-After` seconds; back off if it happens again.',
  500: 'internal error; the request may or may not have taken effect.',
  507: 'the storage of the service is full.',
  503: 'a server that the API depends on, or a render worker, is unavailable, all places for requests of this kind are taken, or the time limit of the operation is exceeded; retry.',
};

export const INTRODUCTION = `
Store video projects, render them, and be notified when renders finish.

A **video** is metadata (name, canvas, duration, frame rate, background colour) and a list of clips: \`video\`,
\`image\`, \`text\`, \`audio\`, \`caption\`, \`shape\`, \`group\`, \`waveform\` and \`progress\`. A **render** turns
one version of a video into files, by default an MP4 (H.264, AAC). Times are in milliseconds, lengths in pixels, timestamps are ISO
8601, colours are hex strings. Identifiers are opaque strings.

## Authentication

Send an API key as \`x-api-key\`. The video endpoints also accept \`Authorization: Bearer\` with an API key, or with the
editor token of one video: the part of \`metadata.redirectUrl\` after \`#token=\`. An editor token permits GET and PATCH
on that video, checking it, drawing frames, listing fonts and, if \`renderOptionsInUI\` of the video includes
\`server\`, renders and batches of that video. \`redirectUrl\` is shown when a video is created or its link is replaced: treat it as
a secret. \`POST /v1/videos/{id}/links\` creates links for viewing, review or editing, which may expire. The token of one
for viewing permits only GET on that video, its versions, frames, playback, sources, captions and variables, and on
the fonts. Keep API keys out of web pages and apps. A missing, malformed, unknown or revoked credential gives a 401, a
resource of another owner a 403 (an asset a 404), and one that does not exist a 404.

## Requests

Request bodies are JSON (\`application/json\`; PATCH also accepts \`application/merge-patch+json\`) in UTF-8, at most
1 MiB, nested at most 32 levels deep. Fields with a default may be omitted. To catch typos, **unknown fields are
refused** in bodies and queries, and so are repeated fields in an object and invalid escapes in a query.
\`additional\` accepts any object of at most 64 KiB. A video has at most 1,000 clips and 20,000 caption words. Stored
with all defaults filled in, it has at most 1,040,000 bytes as JSON. A larger video or body gives a 413. The
\`source\` of a clip is a publicly reachable URL, or \`asset:\` and the id of an asset.

A \`video\` or \`audio\` clip requires a \`source\`, an \`image\` clip a \`source\` or an \`svg\`, a \`group\` its \`clips\`. Other
clips require the properties of their type, such as \`textProperties\` or \`shapeProperties\`. Properties that a type does
not use are stored as sent but not drawn.

## The cost of a video

The schemas state the limits of each field: for example 16 filters and 32 keyframe tracks for a clip, groups nested up
to ${LIMITS.groupDepth} deep, blurs with a standard deviation of up to 200 px, and ${count(LIMITS.animatedText)} characters in a text whose
letters move. A document that exceeds one is refused with a 400. Limits that depend on the media are checked before
anything is drawn: exceeding one fails the render, and its error names the clip. A clip with effects may cover up to
2^26 pixels, including the spread of its blurs and shadows. A whole video may take up to 8 × 10^12 pixels to draw, each
counted as often as layers, filters and moving letters touch it. A text that counts or changes by keyframes may have
${count(LIMITS.textStates)} different states.

## Responses and errors

A success is \`{ "data": … }\`, a list \`{ "data": [ … ], "pagination": { … } }\`. An error is
\`{ "statusCode", "message": [ … ], "error", "type" }\`, where \`type\` is the path of a page about it. A 400 reports all problems at once; each line starts with the path of
the field, such as \`clips[2].timeFrame.end must be greater than clips[2].timeFrame.start\`. If there are more than 100
problems, the first 100 are followed by a line such as \`and 17 more problems\`. Responses are compressed for clients
that accept \`br\` or \`gzip\`. Each response has an \`X-Request-Id\`, which you can choose by sending one.

## Time limits

${TIME_LIMIT_TEXT} A source that
cannot be reached, or does not arrive in time, is a 422 with the reason.

## Changing a video

\`PATCH\` is a JSON Merge Patch (RFC 7396) on \`metadata\` and \`additional\`: omitted fields stay as they are, and
\`null\` removes an optional field or resets a field to its default. \`clips\`, if sent, replaces the whole list; a clip
with the \`id\` of a stored clip keeps that id, a clip without an id gets one. Each change makes a new version; a patch
that changes nothing does not. Every response with a video carries an \`ETag\` of its version. Send it as \`If-Match\`,
and the change is refused with a 412 if the video has been modified since. Without \`If-Match\`, the patch is applied to
the current version. After a 2xx, every later GET shows the change.

## Idempotent requests

Every POST that stores something accepts an \`Idempotency-Key\` (1 to 255 printable ASCII characters). Repeating a
request with the same key returns the same response and has no further effect, for at least 48 hours, even after a
crash. The same key with a different request gives a 422. If the first request is still in progress after a few seconds, the repetition gives a
409. Refused requests (4xx) are not stored: correct the request and use the key again.

## Frames

\`GET /v1/videos/{id}/frame?t=MS\` draws one frame with the code that renders videos: as PNG in full size, it has exactly
the pixels of the render before encoding. \`Accept\` chooses PNG, WebP or JPEG. \`POST /v1/frames\` draws a frame of a
project that is not stored. Sources are fetched or revalidated as for a render. The \`ETag\` is a hash of the bytes. An
owner can have four frames drawn at once on each API process; another request gets a 429.

## Lists

Lists are sorted newest first. \`limit\` is 1 to 100 (default 20), \`page\` starts at 1. To read deep or long lists, send
\`pagination.nextCursor\` as \`cursor\`: it is equally fast at any depth, and pages do not shift when records are added.
\`page\` and \`cursor\` cannot be combined.

## Rate limits

Each API key has limits in three windows: by default 10 requests a minute, 300 an hour and 1,000 a day. A window starts
with the first request after the previous window has ended. \`RateLimit-Policy\` and \`RateLimit\` show the limits and
what remains. A request over a limit gives a 429 with \`Retry-After\` and is not counted. An editor token has limits of
its own: ${count(EDITOR_LIMITS.minute)} a minute, ${count(EDITOR_LIMITS.hour)} an hour, ${count(EDITOR_LIMITS.day)} a day.

The number of requests in progress is limited, too: per owner, per kind of link to a video, and for all owners together.
A request that finds no place waits for up to 10 s; free places are given to owners in turns. Then it gets a 429 if you
have as many in progress as you may have, or a 503 if all places are taken; both have \`Retry-After\`. A client that sends
a file, or takes a response, at less than 8 KiB a second is cut off.

## Order of renders

Renders are dispatched round robin by owner, and oldest first within an owner, so that no owner has to wait for all
renders of another. A few renders of an owner are processed at once; the others are \`pending\`. By default, an owner may
have 1,000 pending renders; another request then gives a 429 with \`Retry-After\`, and nothing is stored. Once its
transfer has started, a source must arrive at 8 KiB a second or faster, and all sources of a render must be fetched
within ten minutes; otherwise the render fails and names the clip.

## Browsers

Web pages of other origins can call the API only if the operator allows their origin. They cannot use API keys unless
the operator allows that too.
`.trim();

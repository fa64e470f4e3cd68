// What the API reference says in words.

/** What each status means, wherever it is answered. */
export const PROBLEM_MEANINGS: Readonly<Record<number, string>> = {
  400: 'the input is invalid; `message` names every problem at once, each with the path of its field.',
  401: 'no credential, or one that is unknown, malformed, revoked or expired.',
  403: 'it exists and belongs to another owner, or the editor token does not reach this far.',
  404: 'there is none with this identifier.',
  406: 'the client accepts no JSON.',
  409: 'it is over already, or others changed it again and again, or the same Idempotency-Key is still in work.',
  412: 'the video was changed meanwhile; nothing was stored.',
  413: 'the body has more than 1 MiB, or the video would.',
  415: 'the body is not JSON in UTF-8.',
  422: 'the Idempotency-Key was used before with another request.',
  429: 'a rate limit is exceeded, or too many renders are pending; wait for `Retry-After` seconds, and longer each time.',
  500: 'our fault; the request may or may not have had effect.',
  503: 'a server behind the API is out of reach; try again.',
};

export const INTRODUCTION = `
Store video projects, render them, be told when they are done.

A **video** is metadata (name, canvas, duration, frame rate, background colour) and a list of clips of type \`video\`,
\`image\`, \`text\`, \`audio\` or \`caption\`. A **render** turns one version of a video into an MP4 (H.264, AAC). Times are
milliseconds, lengths pixels, timestamps ISO 8601, colours hex strings. Identifiers are opaque strings.

## Authentication

Send an API key as \`x-api-key\`. On the video endpoints \`Authorization: Bearer\` takes the key too, or the editor token of
one video: the part of \`metadata.redirectUrl\` after \`#token=\`. The token opens that video for GET and PATCH and nothing
else. \`redirectUrl\` is shown when a video is created or its link replaced: treat it as a secret. Keep API keys out of web pages
and apps. A missing, malformed, unknown or revoked credential is answered with 401; what belongs to another owner with 403; what
does not exist with 404.

## Requests

Bodies are JSON (\`application/json\`; PATCH takes \`application/merge-patch+json\` too), UTF-8, at most 1 MiB, nested at most 32
deep. A field that has a default may be left out. **Unknown fields are refused**, in bodies and in queries, and so are fields given twice in one
object and broken escapes in a query, so that a slip of the pen is never lost; \`additional\` takes any object of at most 64 KiB. A video has at
most 1 000 clips and 20 000 caption words. What is stored of it, all defaults filled in, has at most 1 040 000 bytes as JSON; larger is a 413, as is too large
a body. Clip sources must be publicly reachable.

A \`text\` clip needs \`textProperties\`, a \`caption\` clip \`captionProperties\`, the others a \`source\`. What a type does not use
is kept as sent and not drawn.

## Answers and errors

A success is \`{ "data": … }\`, a list \`{ "data": [ … ], "pagination": { … } }\`. Everything else is
\`{ "statusCode", "message": [ … ], "error" }\`; a 400 names all problems at once, each line starting with the path of its field, such as
\`clips[2].timeFrame.end must be greater than clips[2].timeFrame.start\`. Of more than 100 problems it names the first 100; a last line, such as
\`and 17 more problems\`, counts the others. Answers are compressed for clients that accept \`br\` or
\`gzip\`. Each answer has an \`X-Request-Id\`, which is yours if you send one.

## Changing a video

\`PATCH\` is a JSON Merge Patch (RFC 7396) on \`metadata\` and \`additional\`: what is left out stays, \`null\` removes an optional field or brings a
default back. \`clips\`, when sent, replaces the whole list; a clip with the \`id\` of a stored one keeps it, one without gets one. Each change makes
a new revision, one that changes nothing does not. Every answer with a video carries an \`ETag\` of its revision: send it as \`If-Match\` and a video that
was changed meanwhile is left alone (412). Without \`If-Match\` the patch is applied to whatever is stored. After a 2xx every
later GET shows the change.

## Repeating a request

Every POST takes an \`Idempotency-Key\` (1 to 255 printable ASCII characters). The same key with the same request has the same answer and makes nothing twice,
for at least 48 hours, whatever broke in between. The same key with another request is a 422; one that is still in work after a few
seconds a 409. What was refused with 4xx is not kept: correct it and use the key again.

## Lists

Newest first. \`limit\` is 1 to 100 (20), \`page\` counts from 1. For deep or steady reading send \`pagination.nextCursor\` as \`cursor\`: it costs the
same however deep and does not shift while records are added. \`page\` and \`cursor\` exclude each other.

## Rate limits

Per API key, in three windows at once: 10 a minute, 300 an hour, 1 000 a day unless your key says otherwise. A window opens with the first request after
the one before is over. \`RateLimit-Policy\` and \`RateLimit\` say where you stand; a request too many is a 429 with \`Retry-After\`, and does not count.
An editor token has limits of its own: 120 a minute, 3 600 an hour, 20 000 a day.

## Whose render is next

Renders are dispatched round robin by owner, and within an owner by age, so that nobody waits for all renders of somebody else. A few renders of
one owner are in work at once; the others are \`pending\`. An owner may have 1 000 pending renders unless the operator says otherwise: one more is a 429 with
\`Retry-After\`, and nothing is stored. A source must send at least 8 KiB a second once it has begun, and all sources of a render must have come
within ten minutes; otherwise the render fails and names the clip.

## Browsers

Pages of other origins may call the API only if the operator lets their origin in, and even then without API keys unless he allows those too.
`.trim();

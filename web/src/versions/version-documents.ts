import * as E from 'fp-ts/lib/Either.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { type Document, documentOf } from '../editor/document.js';
import { placesOf } from '../editor/places.js';

/** The content of a version. */
export const documentOfVersion = async (
  client: Client,
  videoId: string,
  version: number,
): Promise<Document> => {
  const path = { id: videoId, version: String(version) };
  return documentOf(
    await recordOf(client.api.GET('/v1/videos/{id}/versions/{version}', { params: { path } })),
  );
};

/** How long a document plays, ms; 1 if only the service can tell. */
export const durationOf = (document: Document): number => {
  const places = placesOf(document);
  return E.isRight(places) ? places.right.duration : 1;
};

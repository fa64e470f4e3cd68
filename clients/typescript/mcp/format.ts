import type { Client } from '../core/client.js';
import { bodyOf } from '../core/connection.js';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a video, as the service publishes it. */
const schemaOf = async (client: Client): Promise<Schema> => bodyOf(client.api.GET('/schema/video.json'));

const OVERVIEW = `A video is JSON: metadata (name, duration in ms, canvas, fps) and a list of clips. Each clip has a type, a
timeFrame ({ start, end } in ms), a position ({ x, y, z } in px; higher z is in front), a size ({ width, height }) and, by type:
video, image and audio a source (a URL); text its textProperties; caption its captionProperties with words; shape its
shapeProperties; group its clips. Read a definition by its name for all fields.`;

/** An overview with the names of all definitions, or one definition. */
export const readFormat = async (client: Client, name: string | undefined): Promise<unknown> => {
  const { $defs, ...video } = await schemaOf(client);
  const definitions = $defs as Readonly<Record<string, Schema>>;
  if (name === undefined) return { overview: OVERVIEW, video, definitions: Object.keys(definitions) };
  return definitions[name] ?? { problem: `no definition ${name}`, definitions: Object.keys(definitions) };
};

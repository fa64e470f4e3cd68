import type { JsonSchema } from '../../../domain/codec/codec.js';
import { isRecord } from '../../../domain/codec/json.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { COMPONENTS, componentsOf } from './openapi-components.js';
import { PLACEHOLDER, withPlaceholders } from './placeholder-schema.js';

/** The node with references into `$defs`, and without `discriminator`, which only OpenAPI knows. */
const plain = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(plain);
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(key === 'discriminator' && isRecord(value) && 'mapping' in value))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? value.replace(COMPONENTS, '#/$defs/') : plain(value),
      ]),
  );
};

/**
 * The JSON Schema (2020-12) of a video project, which may be a template: the body of `POST /v1/videos`, and of project
 * files. It cannot express rules between fields, such as unique ids; the service checks those.
 */
export const videoSchema = (publicBaseUrl: string): JsonSchema => {
  const { schemas } = componentsOf(CreateVideoBody.jsonSchema);
  const { CreateVideo, ...definitions } = schemas;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicBaseUrl}/schema/video.json`,
    title: 'Framewright video',
    ...(plain(CreateVideo) as JsonSchema),
    $defs: plain({ ...withPlaceholders(definitions), Placeholder: PLACEHOLDER }),
  };
};

import type { Clip } from '../../../clients/typescript/core/types.js';
import { ClipInputs } from '../../../domain/composition/clip-list.js';
import { Metadata } from '../../../domain/composition/composition.js';
import { type Document, withClip } from './document.js';
import type { Shared } from './editor.js';
import { type Schema, SchemaForm } from './schema-form.js';

const { items } = ClipInputs.jsonSchema as { readonly items: Schema };

/** The schema of the clips of a type. */
const schemaOf = (type: string): Schema =>
  items.oneOf?.find(({ properties }) => properties?.['type']?.enum?.includes(type)) ?? {};

/** Fields that are not used on a clip of this type, but stored as sent. */
const unusedIn = ({ properties = {} }: Schema): ReadonlyArray<string> =>
  Object.entries(properties).flatMap(([name, { description = '' }]) =>
    description.startsWith('Not used') ? [name] : [],
  );

/** Every field of the selected clip, or of the video if none is selected. */
export const Inspector = ({
  document,
  change,
  selected,
  remove,
}: Shared & { readonly remove: () => void }) => {
  const clip = document.clips.find(({ id }) => id === selected);
  if (!clip)
    return (
      <>
        <h2>Video</h2>
        <SchemaForm
          schema={Metadata.jsonSchema}
          value={{ ...document.metadata }}
          onChange={(metadata) =>
            change({ ...document, metadata: metadata as Document['metadata'] }, 'change the video')
          }
        />
      </>
    );
  const schema = schemaOf(clip.type);
  return (
    <>
      <h2>
        {clip.type} clip {clip.id}
      </h2>
      <SchemaForm
        key={clip.id}
        schema={schema}
        value={{ ...clip }}
        without={['type', 'id', ...unusedIn(schema)]}
        onChange={(fields) =>
          change(
            withClip(document, clip.id, () => fields as unknown as Clip),
            `change ${clip.id}`,
          )
        }
      />
      <button type="button" className="danger" onClick={remove}>
        Delete this clip
      </button>
    </>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { labelOfClip } from '../clip-label.js';
import { CaptionFiles } from '../add/caption-files.js';
import { type Document, withClip } from '../document.js';
import type { Shared } from '../shared.js';
import { FontsContext } from '../form/font-field.js';
import { clipSchema, METADATA } from '../form/schema.js';
import { SchemaForm } from '../form/schema-form.js';
import { PlaceFields } from './place-fields.js';

interface InspectorProps extends Shared {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
  readonly remove: () => void;
}

/** Every field of the selected clip, or of the video if none is selected. */
const Fields = (props: InspectorProps) => {
  const { document, change, selected, remove, client, videoId, isSaved } = props;
  const clip = document.clips.find(({ id }) => id === selected);
  if (!clip)
    return (
      <>
        <h2>Video</h2>
        <SchemaForm
          schema={METADATA}
          value={{ ...document.metadata }}
          onChange={(metadata) =>
            change({ ...document, metadata: metadata as Document['metadata'] }, 'change the video')
          }
        />
      </>
    );
  return (
    <>
      <h2>
        {clip.type} clip {labelOfClip(clip)}
      </h2>
      <PlaceFields {...props} />
      {clip.type === 'caption' && <CaptionFiles {...{ client, videoId, isSaved }} clipId={clip.id} />}
      <SchemaForm
        key={clip.id}
        schema={clipSchema(clip.type)}
        value={{ ...clip }}
        without={['type', 'id']}
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

/** The fields of the selected clip or of the video, with the fonts that there are. */
export const Inspector = (props: InspectorProps) => {
  const { client, document } = props;
  const { data } = useQuery({
    queryKey: ['fonts'],
    queryFn: () => bodyOf(client.api.GET('/v1/fonts')),
    staleTime: Infinity,
  });
  const added = document.metadata.fonts;
  const fonts = useMemo(
    () => ({
      service: data?.data.map(({ family }) => family) ?? [],
      video: [...new Set(added?.map(({ family }) => family))],
    }),
    [data, added],
  );
  return (
    <FontsContext value={fonts}>
      <Fields {...props} />
    </FontsContext>
  );
};

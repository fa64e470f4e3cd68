import { Button } from '../../shared/buttons.js';
import type { Document } from '../document.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';

/** The document with one more marker, unless there is one at the time. */
export const withMarker = (document: Document, time: number): Document => {
  const { markers = [] } = document.metadata;
  if (markers.some((marker) => marker.time === time)) return document;
  const name = t('Chapter {number}', { number: markers.length + 1 });
  const all = [...markers, { time, name }].toSorted((a, b) => a.time - b.time);
  return { ...document, metadata: { ...document.metadata, markers: all } };
};

/** The markers on the ruler. The fields of the video have the same by keyboard. */
export const MarkerFlags = ({ pxPerMs }: { readonly pxPerMs: number }) => {
  const { document, seek } = useShared();
  return (
    <div className="marker-flags" aria-hidden="true">
      {document.metadata.markers?.map(({ time, name }, index) => (
        <Button
          key={index}
          text={name}
          tabIndex={-1}
          title={name}
          style={{ left: time * pxPerMs }}
          onClick={() => seek(time)}
        />
      ))}
    </div>
  );
};

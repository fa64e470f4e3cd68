import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { VersionFrame } from './frame.js';
import { TimeSlider } from './time-slider.js';
import { documentOfVersion, durationOf } from './version-documents.js';
import { t } from '../words/words.js';
import { preciseSecondsText } from '../shared/texts.js';

interface VersionViewProps {
  readonly client: Client;
  readonly videoId: string;
  readonly version: number;
}

/** A version of a video: its picture at any time, and its fields. */
export const VersionView = ({ client, videoId, version }: VersionViewProps) => {
  const [at, setAt] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['version', videoId, version],
    staleTime: Infinity, // a version never changes
    queryFn: () => documentOfVersion(client, videoId, version),
  });
  if (error) return <p role="alert">{error.message}</p>;
  const label = t('Version {version} at {at}', { version, at: preciseSecondsText(at) });
  return (
    <section aria-label={t('Version {version}', { version })}>
      <h2>
        {t('Version {version}', { version })}
        {data && `: ${data.metadata.name}`}
      </h2>
      <VersionFrame client={client} videoId={videoId} version={version} at={at} width={960} label={label} />
      {data && (
        <>
          <TimeSlider at={at} duration={durationOf(data)} seek={setAt} />
          <details>
            <summary>{t('Fields')}</summary>
            <pre className="changes" tabIndex={0}>
              {JSON.stringify(data, null, 2)}
            </pre>
          </details>
        </>
      )}
    </section>
  );
};

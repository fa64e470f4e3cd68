import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { Verdict } from '../../review/verdict.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { Comparison } from '../../versions/comparison.js';
import { Thumbnail } from '../../versions/frame.js';
import { documentOfVersion } from '../../versions/version-documents.js';
import { VersionView } from '../../versions/version-view.js';
import type { Document } from '../document.js';
import { t } from '../../words/words.js';
import { dateText } from '../../shared/texts.js';
import { changeText } from '../../versions/change-text.js';

interface VersionsProps {
  readonly client: Client;
  readonly videoId: string;
  /** Names the newest version: the list is read again when it changes. */
  readonly etag: string;
  /** About how long the versions play, ms. */
  readonly duration: number;
  /** Takes a version into the editor. */
  readonly load: (document: Document) => void;
}

/** How many versions are listed at first, and how many more at a time. */
const LISTED = 20;

/** A version, or two to compare. */
type Opened = readonly [number] | readonly [before: number, after: number];

/** The versions of the video: each can be looked at, compared with another, and taken back into the editor. */
export const Versions = ({ client, videoId, etag, duration, load }: VersionsProps) => {
  const [problem, setProblem] = useState('');
  const [chosen, choose] = useState<ReadonlyArray<number>>([]);
  const [opened, open] = useState<Opened>();
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['versions', videoId, etag],
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      bodyOf(
        client.api.GET('/v1/videos/{id}/versions', {
          params: { path: { id: videoId }, query: { page, limit: LISTED } },
        }),
      ),
    getNextPageParam: ({ pagination }, pages) => (pagination.hasNextPage ? pages.length + 1 : undefined),
  });
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  const restore = async (version: number): Promise<void> => {
    try {
      load(await documentOfVersion(client, videoId, version));
      setProblem('');
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  /** Two versions are compared: choosing a third gives up the first. */
  const toggle = (version: number): void =>
    choose(
      chosen.includes(version) ? chosen.filter((one) => one !== version) : [...chosen, version].slice(-2),
    );
  const [before, after] = chosen.toSorted((a, b) => a - b);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <h2>{t('Versions')}</h2>
      {problem && <p role="alert">{problem}</p>}
      <button
        type="button"
        disabled={before === undefined || after === undefined}
        onClick={() => before !== undefined && after !== undefined && open([before, after])}
      >
        {t('Compare the chosen two')}
      </button>
      <ol className="versions">
        {versions.map(({ version, createdAt, change, decision }, index) => (
          <li key={version}>
            <Thumbnail
              {...{ client, videoId, version }}
              width={128}
              duration={duration}
              label={t('Version {version}', { version })}
            />
            <div>
              <label>
                <input type="checkbox" checked={chosen.includes(version)} onChange={() => toggle(version)} />{' '}
                {t('Version {version}', { version })}
              </label>
              <time dateTime={createdAt}>{dateText(createdAt)}</time>
              <p>{changeText(change)}</p>
              {decision && <Verdict decision={decision} />}
              <p className="buttons">
                <button
                  type="button"
                  aria-label={t('Look at version {version}', { version })}
                  onClick={() => open([version])}
                >
                  {t('Look')}
                </button>
                {index > 0 && (
                  <button
                    type="button"
                    aria-label={t('Restore version {version}', { version })}
                    onClick={() => void restore(version)}
                  >
                    {t('Restore')}
                  </button>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </button>
      )}
      {opened && (
        <OpenDialog name={t('Versions')} close={() => open(undefined)}>
          {opened.length === 1 ? (
            <VersionView {...{ client, videoId }} version={opened[0]} />
          ) : (
            <Comparison {...{ client, videoId }} before={opened[0]} after={opened[1]} />
          )}
        </OpenDialog>
      )}
    </>
  );
};

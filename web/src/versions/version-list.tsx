import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { Verdict } from '../review/verdict.js';
import { Button } from '../shared/buttons.js';
import type { ReadAccess } from '../shared/access.js';
import { OpenDialog } from '../shared/open-dialog.js';
import { momentText } from '../shared/texts.js';
import { useAction } from '../shared/use-action.js';
import { t } from '../words/words.js';
import { changeText } from './change-text.js';
import { Comparison } from './comparison.js';
import { Thumbnail } from './frame.js';
import { VersionView } from './version-view.js';

interface VersionListProps {
  readonly access: ReadAccess;
  /** Identifies the newest version, if known: the list is read again when this changes. */
  readonly etag?: string;
  /** About how long the versions play, ms, if that is known. */
  readonly duration: number | 'auto';
  /** Absent if nothing may be changed. */
  readonly restore?: (version: number) => Promise<unknown>;
}

/** How many versions are listed at first, and how many more at a time. */
const LISTED = 20;

/** A version, or two to compare. */
type Opened = readonly [number] | readonly [before: number, after: number];

interface VersionItemProps extends Pick<VersionListProps, 'access' | 'duration'> {
  readonly listed: components['schemas']['VideoVersion'];
  readonly isChosen: boolean;
  readonly toggle: () => void;
  readonly look: () => void;
  readonly restore: (() => void) | undefined;
}

const VersionItem = ({ access: { client, videoId }, duration, listed, ...does }: VersionItemProps) => {
  const { version, createdAt, decision } = listed;
  const name = t('Version {version}', { version });
  return (
    <li>
      <Thumbnail {...{ client, videoId, version, duration }} width={128} label={name} />
      <div>
        <label>
          <input type="checkbox" checked={does.isChosen} onChange={does.toggle} /> {name}
        </label>
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
        <p>{changeText(listed)}</p>
        {decision && <Verdict decision={decision} />}
        <p className="buttons">
          <button type="button" aria-label={t('Look at version {version}', { version })} onClick={does.look}>
            {t('Look')}
          </button>
          {does.restore && (
            <Button
              text={t('Restore')}
              aria-label={t('Restore version {version}', { version })}
              onClick={does.restore}
            />
          )}
        </p>
      </div>
    </li>
  );
};

/** The versions of a video, page by page. */
const useVersions = (client: Client, videoId: string, etag: string | undefined) =>
  useInfiniteQuery({
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

/** The versions of a video: each can be looked at, compared with another, and restored. At first, the newest two are chosen. */
export const VersionList = ({ access, etag, duration, restore }: VersionListProps) => {
  const { client, videoId } = access;
  const restoring = useAction(async (version: number) => restore?.(version));
  const [picked, choose] = useState<ReadonlyArray<number>>();
  const [opened, open] = useState<Opened>();
  const { data, error, hasNextPage, fetchNextPage } = useVersions(client, videoId, etag);
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  const chosen = picked ?? versions.slice(0, 2).map(({ version }) => version);
  /** Two versions are compared: choosing a third deselects the first. */
  const toggle = (version: number): void =>
    choose(
      chosen.includes(version) ? chosen.filter((one) => one !== version) : [...chosen, version].slice(-2),
    );
  const [before, after] = chosen.toSorted((a, b) => a - b);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <h2>{t('Versions')}</h2>
      {restoring.error && <p role="alert">{restoring.error.message}</p>}
      <Button
        text={t('Compare the chosen two')}
        disabled={before === undefined || after === undefined}
        onClick={() => before !== undefined && after !== undefined && open([before, after])}
      />
      <ol className="versions">
        {versions.map((listed, index) => (
          <VersionItem
            key={listed.version}
            {...{ access, duration, listed }}
            isChosen={chosen.includes(listed.version)}
            toggle={() => toggle(listed.version)}
            look={() => open([listed.version])}
            restore={restore && index > 0 ? () => restoring.mutate(listed.version) : undefined}
          />
        ))}
      </ol>
      {hasNextPage && <Button text={t('Show more')} onClick={() => void fetchNextPage()} />}
      {opened && (
        <OpenDialog name={t('Versions')} close={() => open(undefined)}>
          {opened.length === 1 ? (
            <VersionView {...{ client, videoId }} version={opened[0]} />
          ) : (
            <Comparison access={access} before={opened[0]} after={opened[1]} />
          )}
        </OpenDialog>
      )}
    </>
  );
};

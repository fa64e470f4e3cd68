import { type ReactNode, useEffect } from 'react';
import { Button } from '../../shared/buttons.js';
import { type ItemAttributes, useNear } from '../../shared/use-near.js';
import { t } from '../../words/words.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import type { useAssets } from './use-assets.js';

type Assets = ReturnType<typeof useAssets>;

/** `in 1 video`; undefined: in none */
export const usedText = ({ usedBy = [] }: Asset): string | undefined =>
  usedBy.length === 0
    ? undefined
    : t('in {count, plural, one {# video} other {# videos}}', { count: usedBy.length });

export const AssetSearch = ({ typed, type }: Pick<Assets, 'typed' | 'type'>) => (
  <input
    type="search"
    placeholder={t('Search')}
    aria-label={t('Search media by name')}
    value={typed}
    onChange={({ target }) => type(target.value)}
  />
);

interface AssetListProps extends Pick<Assets, 'found' | 'assets'> {
  readonly className: string;
  /** The text for an empty list. */
  readonly empty: string;
  /** Renders a list item; `place` has the attributes of its position. */
  readonly item: (asset: Asset, place: ItemAttributes) => ReactNode;
}

/** The assets that were found, and more while one scrolls. The CSS class gives all rows the same height. */
export const AssetList = ({ found, assets, className, empty, item }: AssetListProps) => {
  const { error, hasNextPage, isFetching, fetchNextPage } = found;
  const { list, style, near, isEndNear } = useNear(assets, !hasNextPage);
  const last = assets.at(-1);
  useEffect(() => {
    if (isEndNear && hasNextPage) void fetchNextPage();
  }, [isEndNear, hasNextPage, fetchNextPage, last]);
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {found.data && !last && <p className="empty">{empty}</p>}
      <ul ref={list} {...{ className, style }} aria-label={t('Media')}>
        {near.map(({ item: asset, place }) => item(asset, place))}
      </ul>
      {hasNextPage && <Button text={t('More')} disabled={isFetching} onClick={() => void fetchNextPage()} />}
    </>
  );
};

import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { assetOfSource } from '../../../domain/asset/references.js';
import { t } from '../words/words.js';

interface AssetNameProps {
  readonly client: Client;
  /** `asset:…` */
  readonly source: string;
}

/** What the uploaded file is called that a source names. */
export const AssetName = ({ client, source }: AssetNameProps) => {
  const { data } = useQuery({
    queryKey: ['asset', source],
    retry: false,
    queryFn: () => client.assets.get(assetOfSource(source) ?? ''),
  });
  return data?.name ?? t('An uploaded file');
};

import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { assetOfSource } from '../../../domain/asset/references.js';
import { labelsOf } from '../editor/clip-label.js';
import { clipSchema, CLIP_TYPES, METADATA, type Schema } from '../editor/form/schema.js';
import { AssetName } from '../shared/asset-name.js';
import { ComparedPictures, useLivePair } from './compared-pictures.js';
import { documentOfVersion, durationOf } from './version-documents.js';
import { labelFor } from '../words/labels.js';
import { t } from '../words/words.js';
import type { ReadAccess } from '../shared/access.js';
import { fieldText, preciseSecondsText, secondsText } from '../shared/texts.js';

type VersionComparison = components['schemas']['VersionComparison'];

interface ComparisonProps {
  readonly access: ReadAccess;
  readonly before: number;
  readonly after: number;
}

/** The paths of fields that are in ms. */
const TIMES =
  /\/(?:at|attack|duration|end|fadeIn|fadeOut|release|stagger|start|time|window|timeFrame\/(?:gap|offset))$/;

/** The names of the fields that have a choice of values, of a part of a clip or of a video. */
const choicesIn = (schema: Schema, name = ''): ReadonlyArray<string> => [
  ...(schema.enum ? [name] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([field, inside]) => choicesIn(inside, field)),
  ...[schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []]
    .flat()
    .flatMap((inside: Schema) => choicesIn(inside, name)),
];

const CHOICES = new Set([METADATA, ...CLIP_TYPES.map(clipSchema)].flatMap((schema) => choicesIn(schema)));

/** The fields that name other clips. */
const CLIPS = /\/(?:after|clip|from|when\/\d+)$/;

interface ValueProps {
  readonly access: ReadAccess;
  /** The labels of the clips by their ids. */
  readonly labels: ReadonlyMap<string, string>;
  readonly value: unknown;
  /** A JSON Pointer. */
  readonly path: string;
}

/** A text in words for people, if it has a meaning in the format. */
const Word = ({ access, labels, value, path }: ValueProps & { readonly value: string }) => {
  const [field = '', of] = path.split('/').toReversed();
  const isAsset = assetOfSource(value) !== undefined;
  if (isAsset) return <AssetName client={access.client} source={value} />;
  if (CLIPS.test(path)) return labels.get(value) ?? value;
  return CHOICES.has(/^\d+$/.test(field) ? (of ?? '') : field) ? labelFor(value, field) : value;
};

/** The labelled fields of a value: a colour with a sample, and times as the editor shows them. */
const Value = (props: ValueProps) => {
  const { value, path } = props;
  if (value === undefined || value === null) return <em>{t('none')}</em>;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return TIMES.test(path) ? preciseSecondsText(value) : fieldText(value);
  if (typeof value === 'string')
    return (
      <>
        {value.startsWith('#') && CSS.supports('color', value) && <i style={{ background: value }} />}
        <Word {...props} value={value} />
      </>
    );
  return (
    <ul className="value">
      {Object.entries(value)
        .filter(([name]) => name !== 'id')
        .map(([name, inside]) => (
          <li key={name}>
            {!Array.isArray(value) && <span>{labelFor(name)}</span>}{' '}
            <Value {...props} value={inside} path={`${path}/${name}`} />
          </li>
        ))}
    </ul>
  );
};

/** The label of a field, by its JSON Pointer: `/clips/0/textProperties/shadow/x` is `Shadow › X`. */
const nameOf = (path: string): string => {
  if (path === '/clips') return t('the order of the clips');
  if (!/^\/(metadata|clips)\//.test(path)) return path; // people gave the names in it
  const parts = path.split('/').filter((part) => !/^(|metadata|clips|\d+|.*Properties)$/.test(part));
  return parts.map((name, index) => labelFor(name, parts[index - 1])).join(' › ');
};

const useCompared = ({ access: { client, videoId }, before, after }: ComparisonProps) =>
  useQuery({
    queryKey: ['compare', videoId, before, after],
    staleTime: Infinity,
    queryFn: async () => {
      const [one, other, compared] = await Promise.all([
        documentOfVersion(client, videoId, before),
        documentOfVersion(client, videoId, after),
        // The operation has several forms; this is the one that `format` asks for.
        bodyOf<unknown>(
          client.api.GET('/v1/videos/{id}/versions/{version}/diff', {
            params: {
              path: { id: videoId, version: String(after) },
              query: { against: before, format: 'json' },
            },
          }),
        ) as Promise<{ readonly data: VersionComparison }>,
      ]);
      return {
        duration: Math.max(durationOf(one), durationOf(other)),
        labels: new Map([...labelsOf(one.clips), ...labelsOf(other.clips)]),
        ...compared.data,
      };
    },
  });

/** Two versions of a video: their pictures at one time, or playing, and the fields that differ. */
export const Comparison = (props: ComparisonProps) => {
  const { access, before, after } = props;
  const versions = useCompared(props);
  const live = useLivePair(access, [before, after], versions.data?.duration ?? 0);
  if (versions.error) return <p role="alert">{versions.error.message}</p>;
  return (
    <section aria-labelledby="comparison">
      <h3 id="comparison">{t('Version {before} and version {after}', { before, after })}</h3>
      <ComparedPictures {...{ access, live }} versions={[before, after]} />
      {versions.data && (
        <>
          <p className="buttons">
            {versions.data.ranges.map(({ from, to, t: at }) => (
              <button key={from} type="button" onClick={() => live.seek(at)}>
                {t('Show {from}–{to}', {
                  from: secondsText(from),
                  to: to === undefined ? t('the end') : secondsText(to),
                })}
              </button>
            ))}
          </p>
          {versions.data.fields.length === 0 && <p>{t('The versions are equal.')}</p>}
          <ul className="changes" aria-label={t('Changes')}>
            {versions.data.fields.map((field) => (
              <li key={field.path}>
                {field.clip !== undefined && (
                  <strong>{versions.data.labels.get(field.clip) ?? field.clip}</strong>
                )}{' '}
                <span title={field.path}>{nameOf(field.path)}</span>
                <div className="compared">
                  {[field.before, field.after].map((value, index) => (
                    <div key={index} className="compared-value" tabIndex={0}>
                      <Value {...{ access, value }} labels={versions.data.labels} path={field.path} />
                    </div>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Braces, FileInput, UploadCloud } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Sample, VideoInput } from '../../../clients/typescript/core/types.js';
import type { AssetAccess } from '../editor/media/upload.js';
import { Button, whenDisabled } from '../shared/buttons.js';
import { useFileChoice } from '../shared/use-file-choice.js';
import { blankVideo, SHAPES, videoOfFiles } from './first-video.js';
import { useCreateVideo } from './use-create-video.js';
import { ImportProject } from '../shared/import-project.js';
import { t, wordsFor } from '../words/words.js';
import { messageOf } from '../shared/message-of.js';

const jsonOf = (video: VideoInput): string => JSON.stringify(video, null, 2);

/** @throws Error in words for everyone */
const parsed = (project: string): VideoInput => {
  try {
    return JSON.parse(project) as VideoInput;
  } catch (error) {
    throw new Error(t('This is not valid JSON: {why}', { why: messageOf(error) }), {
      cause: error,
    });
  }
};

interface SamplesProps {
  readonly samples: ReadonlyArray<Sample>;
  readonly choose: (sample: Sample) => void;
  readonly isDisabled: boolean;
}

const Samples = ({ samples, choose, isDisabled }: SamplesProps) => (
  <ul className="samples" aria-label={t('Samples')}>
    {samples.map((sample) => (
      <li key={sample._id}>
        <button
          type="button"
          title={wordsFor(sample.description)}
          {...whenDisabled({ disabled: isDisabled, onClick: () => choose(sample) })}
        >
          <img src={sample.picture} alt="" loading="lazy" />
          {wordsFor(sample.name)}
        </button>
      </li>
    ))}
  </ul>
);

interface TileProps {
  readonly name: string;
  readonly note: string;
  readonly isDisabled: boolean;
  readonly act: () => void;
  readonly children: ReactNode;
}

const Tile = ({ name, note, isDisabled, act, children }: TileProps) => (
  <button type="button" className="tile" {...whenDisabled({ disabled: isDisabled, onClick: act })}>
    <span className="tile-picture">{children}</span>
    <strong>{name}</strong>
    <small>{note}</small>
  </button>
);

interface FromJsonProps {
  readonly first: Sample | undefined;
  readonly create: (project: string) => void;
  readonly isPending: boolean;
}

/** A field for a project as JSON. */
const FromJson = ({ first, create, isPending }: FromJsonProps) => {
  const [text, setText] = useState<string>();
  const shown = text ?? (first === undefined ? '' : jsonOf(first.video));
  return (
    <div className="form">
      <label htmlFor="project">{t('Project as JSON')}</label>
      <textarea
        id="project"
        rows={16}
        spellCheck={false}
        value={shown}
        onChange={({ target }) => setText(target.value)}
      />
      <Button text={t('Create video')} disabled={isPending} onClick={() => create(shown)} />
    </div>
  );
};

/** The largest size of the picture of a shape on its tile, in px. */
const ROOM = { width: 64, height: 44 };

/** The size of a shape on its tile, in px. */
const shapeIn = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const scale = Math.min(ROOM.width / width, ROOM.height / height);
  return { width: width * scale, height: height * scale };
};

interface TilesProps {
  readonly isDisabled: boolean;
  readonly create: (make: () => VideoInput) => void;
  readonly upload: (files: ReadonlyArray<File>) => void;
  readonly open: (what: 'import' | 'json') => void;
}

/** The ways to begin a video. */
const Tiles = ({ isDisabled, create, upload, open }: TilesProps) => {
  const files = useFileChoice({ label: t('Files to begin with'), multiple: true, choose: upload });
  return (
    <div className="tiles">
      {SHAPES.map(({ name, ratio, ...canvas }) => (
        <Tile key={ratio} {...{ name, isDisabled }} note={ratio} act={() => create(() => blankVideo(canvas))}>
          <span className="shape" style={shapeIn(canvas)} />
        </Tile>
      ))}
      <Tile name={t('Upload')} note={t('Videos, pictures, sound')} isDisabled={isDisabled} act={files.open}>
        <UploadCloud size={28} aria-hidden="true" />
      </Tile>
      <Tile
        name={t('Import…')}
        note={t('From another system')}
        isDisabled={isDisabled}
        act={() => open('import')}
      >
        <FileInput size={28} aria-hidden="true" />
      </Tile>
      <Tile name="JSON" note={t('For developers')} isDisabled={isDisabled} act={() => open('json')}>
        <Braces size={28} aria-hidden="true" />
      </Tile>
      {files.input}
    </div>
  );
};

/** Begins a video: empty, from files, from a sample, from another system, or as JSON. */
export const NewVideo = ({ access }: { readonly access: AssetAccess }) => {
  const { client } = access;
  const [sent, setSent] = useState<number>();
  const [opened, open] = useState<'import' | 'json'>();
  const { data: samples = [], error } = useQuery({
    queryKey: ['samples'],
    queryFn: () => client.samples(),
    staleTime: Infinity,
  });
  const create = useCreateVideo(client);
  const isDisabled = create.isPending;
  const upload = (files: ReadonlyArray<File>): void => {
    setSent(0);
    create.mutate(
      { make: () => videoOfFiles(access, files, setSent) },
      { onSettled: () => setSent(undefined) },
    );
  };
  return (
    <section className="new-video" aria-label={t('New video')}>
      <h2>{t('Start a new video')}</h2>
      <Tiles {...{ isDisabled, upload, open }} create={(make) => create.mutate({ make })} />
      {sent !== undefined && (
        <label>
          {t('Uploading …')}
          <progress value={sent} />
        </label>
      )}
      {error && <p role="alert">{error.message}</p>}
      {create.error && <pre role="alert">{create.error.message}</pre>}
      {opened === 'json' && (
        <FromJson
          first={samples[0]}
          isPending={isDisabled}
          create={(text) => create.mutate({ make: () => parsed(text) })}
        />
      )}
      <h3>{t('Or begin with a sample')}</h3>
      <Samples
        {...{ samples, isDisabled }}
        choose={({ name, video, pictureMs }) => {
          const metadata = { ...video.metadata, name: wordsFor(name) };
          create.mutate({ make: () => ({ ...video, metadata }), ms: pictureMs });
        }}
      />
      {opened === 'import' && (
        <ImportProject
          client={client}
          action={t('Create this video')}
          take={({ video, deviations }) => create.mutate({ make: () => video, deviations })}
          isTaking={isDisabled}
          close={() => open(undefined)}
        />
      )}
    </section>
  );
};

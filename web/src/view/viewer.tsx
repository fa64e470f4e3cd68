import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import './view.css';
import { useClock } from '../editor/playback/clock.js';
import { Pins } from '../review/marks.js';
import { ReviewPanel } from '../review/review-panel.js';
import { type Review, useReview } from '../review/use-review.js';
import { signedInKey } from '../shared/access.js';
import { Logo } from '../shared/logo.js';
import { lengthText } from '../shared/texts.js';
import { useObjectUrl } from '../shared/object-urls.js';
import { useTitle } from '../shared/use-title.js';
import { LanguageChoice } from '../words/language-choice.js';
import { t } from '../words/words.js';
import { Controls } from './controls.js';
import { Heading, type ViewProps } from './heading.js';
import type { Player, Viewing } from './player.js';
import { useFilePlayer } from './use-file-player.js';
import { useLivePlayer } from './use-live-player.js';

/** A frame of the beginning, though not the very first, which is often black. */
const usePoster = ({ access: { client, videoId }, content: { version, durationMs = 0 } }: ViewProps) => {
  const { data } = useQuery({
    queryKey: ['poster'],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      client.frames.get(videoId, {
        at: Math.min(1000, Math.floor(durationMs / 2)),
        type: 'image/jpeg',
        width: 1280,
        version,
        signal,
      }),
  });
  return useObjectUrl(data);
};

const Chapters = ({ chapters, clock, seek }: Pick<Viewing, 'chapters'> & Pick<Player, 'clock' | 'seek'>) => {
  const ms = useClock(clock);
  const current = chapters.findLast(({ time }) => time <= ms);
  if (chapters.length === 0) return null;
  return (
    <section className="chapters" aria-labelledby="chapters">
      <h2 id="chapters">{t('Chapters')}</h2>
      <ol>
        {chapters.map((chapter, index) => (
          <li key={index}>
            <button type="button" aria-current={chapter === current} onClick={() => seek(chapter.time)}>
              <span>{lengthText(chapter.time)}</span> <bdi>{chapter.name}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
};

interface PinsNowProps extends Pick<Player, 'clock' | 'size'> {
  readonly review: Review;
}

/** The positions of comments at the current time, on the picture without the bars beside it. */
const PinsNow = ({ review, clock, size: { width = 16, height = 9 } }: PinsNowProps) => (
  <div className="fitted" style={{ '--ratio': width / height } as CSSProperties}>
    <Pins review={review} ms={useClock(clock)} />
  </div>
);

/** The page of a video, with any player. */
const View = ({ access, content, player }: ViewProps & { readonly player: Player }) => {
  const { client, videoId, link } = access;
  const review = useReview({
    client,
    videoId,
    linkName: link.name,
    isAllowed: link.mayReview,
    isFollowed: true,
  });
  const screen = useRef<HTMLDivElement>(null);
  const { state, toggle, clock, seek, picture, size } = player;
  const { version } = content;
  const chapters = content.chapters.filter(({ time }) => player.duration === 0 || time < player.duration);
  useTitle(content.name);
  return (
    <div className={link.mayReview ? 'view reviewed' : 'view'}>
      <header className="bar">
        <Logo href={signedInKey() === undefined ? undefined : '/dashboard'} />
        <LanguageChoice />
      </header>
      <main>
        <div className="screen" ref={screen}>
          {picture}
          <button
            type="button"
            className={state._tag === 'Playing' ? 'cover' : 'cover paused'}
            tabIndex={-1}
            aria-hidden="true"
            onClick={toggle}
          >
            <Play size={34} />
          </button>
          {state._tag !== 'Playing' && <PinsNow {...{ review, clock, size }} />}
          <Controls {...{ player, review, chapters, screen }} />
        </div>
        <Heading {...{ access, content }} />
        <Chapters {...{ chapters, clock, seek }} />
      </main>
      {link.mayReview && (
        <aside aria-label={t('Comments')}>
          <ReviewPanel {...{ review, version, clock, seek }} />
        </aside>
      )}
    </div>
  );
};

interface PlayedProps extends ViewProps {
  readonly poster: string | undefined;
}

interface FileProps extends PlayedProps {
  readonly file: NonNullable<Viewing['file']>;
  readonly fail: () => void;
}

const FileView = ({ poster, file, fail, ...props }: FileProps) => (
  <View {...props} player={useFilePlayer({ viewing: { ...props.content, file }, poster, fail })} />
);

const LiveView = ({ poster, ...props }: PlayedProps) => (
  <View {...props} player={useLivePlayer(props.access, props.content, poster)} />
);

/** The page of a link for viewing: the newest render, or the video as the editor plays it. */
export const Viewer = (props: ViewProps) => {
  const [isUnplayable, setUnplayable] = useState(false);
  const poster = usePoster(props);
  const { file } = props.content;
  return file && !isUnplayable ? (
    <FileView {...props} {...{ poster, file }} fail={() => setUnplayable(true)} />
  ) : (
    <LiveView {...props} poster={poster} />
  );
};

import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useObjectUrl } from '../shared/object-urls.js';
import { frameQuery, type Shown } from './frame.js';

/** The number of frames. */
const FRAMES = 5;

/** How long each is shown, ms. */
const TURN = 700;

const Picture = ({ file, isShown }: { readonly file: Blob; readonly isShown: boolean }) => {
  const url = useObjectUrl(file);
  return url !== undefined && <img src={url} alt="" hidden={!isShown} />;
};

/** A few frames of a video in turn, over its picture; they are loaded while they are shown. @param duration of the video, ms */
export const FramesInTurn = ({ duration, ...shown }: Shown & { readonly duration: number }) => {
  const times = Array.from({ length: FRAMES }, (_, index) => Math.floor(((index + 0.5) * duration) / FRAMES));
  const frames = useQueries({ queries: times.map((at) => frameQuery(shown, at)) });
  const loaded = frames.flatMap(({ data }, index) => (data ? [{ file: data, index }] : []));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), TURN);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="in-turn">
      {loaded.map(({ file, index }, place) => (
        <Picture key={index} file={file} isShown={place === turn % loaded.length} />
      ))}
    </span>
  );
};

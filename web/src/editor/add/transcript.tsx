import * as E from 'fp-ts/lib/Either.js';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { subtitleText } from '../../../../domain/composition/subtitles/read-subtitles.js';
import { Button } from '../../shared/buttons.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import type { Word } from '../caption-words.js';
import { t } from '../../words/words.js';
import { wordsOfText } from './transcript-words.js';

interface TranscriptProps {
  /** The duration of the captions, in ms. */
  readonly length: number;
  readonly change: (words: ReadonlyArray<Word>) => void;
}

/** Fills captions with the words of a transcript or of subtitles, typed, pasted, or from a file. */
export const Transcript = ({ length, change }: TranscriptProps) => {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const use = (said: string | undefined): void => {
    const words = said === undefined ? E.left(t('This file is not text.')) : wordsOfText(said, length);
    setProblem(E.isLeft(words) ? words.left : undefined);
    if (E.isLeft(words)) return;
    change(words.right);
    setText('');
  };
  const file = useFileChoice({
    label: t('A file with what is said'),
    accept: '.srt,.vtt,.txt',
    choose: ([chosen]) =>
      void chosen?.arrayBuffer().then((bytes) => use(subtitleText(new Uint8Array(bytes)))),
  });
  return (
    <section className="transcript">
      {file.input}
      <textarea
        rows={2}
        dir="auto"
        aria-label={t('A transcript or subtitles')}
        placeholder={t('Paste a transcript, SRT or VTT')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="buttons">
        <Button text={t('Use this text')} disabled={text.trim() === ''} onClick={() => use(text)} />
        <Button icon={FileText} text={t('From a file')} onClick={file.open} />
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </section>
  );
};

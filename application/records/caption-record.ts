import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { countField, text } from './fields.js';

/** A spoken word, with times of the video. */
export const CaptionWordRecord = about(
  'A spoken word, and when it is spoken in the video.',
  record(
    {
      start: countField('When it starts, whole ms from the start of the video.'),
      end: countField('When it ends, whole ms from the start of the video.'),
      word: text('The word.'),
    },
    { line: countField('The line of subtitles that it belongs to.') },
  ),
  { title: 'CaptionWord' },
);

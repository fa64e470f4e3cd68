import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record } from '../../codec/containers.js';
import { number, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
const VOICE = /^[^\p{Cc}]+$/u;

/** A text that the speech engine of the service speaks. */
export const Speech = about(
  'A text that is spoken, instead of `source`. It is spoken once, and its sound is kept.',
  record(
    {
      text: about(
        'The text to speak.',
        string({
          minLength: 1,
          maxLength: LIMITS.speechLength,
          pattern: /\S/,
          patternMeaning: 'text that is not blank',
        }),
      ),
    },
    {
      voice: about(
        'The voice, as the speech engine names it. Default: the usual voice of the engine, in `language`.',
        string({
          minLength: 1,
          maxLength: 100,
          pattern: VOICE,
          patternMeaning: 'a name without control characters',
        }),
      ),
      language: about(
        'The language of the text, such as `en-US` or `de`, for engines that do not find it by themselves. Default: English.',
        string({
          maxLength: 35,
          pattern: LANGUAGE,
          patternMeaning: 'a language tag such as en-US',
        }),
      ),
      speed: about('Speaking rate; 1 is normal.', number(LIMITS.speechSpeed)),
    },
  ),
  { title: 'Speech' },
);
export type Speech = t.TypeOf<typeof Speech>;

import { t } from '../../words/words.js';
import type { Look } from './preset-layout.js';
import { soft } from './preset-motions.js';

/** Looks of captions, word by word. */
export const CAPTIONS: ReadonlyArray<Look> = [
  {
    name: t('Pop'),
    clips: ({ caption, px }) => [
      caption(
        { animation: 'pop', maxWordsInFrame: 3 },
        {
          fontFamily: 'Montserrat',
          fontWeight: 800,
          fontSize: px(84),
          color: '#ffffff',
          strokeWidth: px(8),
          strokeColor: '#000000',
        },
        { color: '#ffd83d' },
      ),
    ],
  },
  {
    name: t('Box'),
    clips: ({ caption, px }) => [
      caption(
        { animation: 'box', maxWordsInFrame: 5 },
        { fontFamily: 'Poppins', fontWeight: 700, fontSize: px(66), color: '#ffffff', shadow: soft },
        { backgroundColor: '#0b6e69' },
      ),
    ],
  },
  {
    name: t('Karaoke'),
    clips: ({ caption, px }) => [
      caption(
        { animation: 'karaoke', maxWordsInFrame: 6 },
        { fontFamily: 'Nunito', fontWeight: 800, fontSize: px(70), color: '#ffffff99', shadow: soft },
        { color: '#ffffff' },
      ),
    ],
  },
  {
    name: t('One word'),
    clips: ({ caption, px }) => [
      caption(
        { animation: 'wordByWord', maxWordsInFrame: 1 },
        {
          fontFamily: 'Anton',
          fontSize: px(130),
          color: '#ffffff',
          textTransform: 'uppercase',
          shadow: soft,
        },
        { color: '#ffffff' },
      ),
    ],
  },
  {
    name: t('Underline'),
    clips: ({ caption, px }) => [
      caption(
        { animation: 'underline', maxWordsInFrame: 5 },
        { fontFamily: 'Work Sans', fontWeight: 600, fontSize: px(62), color: '#ffffff', shadow: soft },
        { color: '#ff8f73' },
      ),
    ],
  },
];

import * as TE from 'fp-ts/lib/TaskEither.js';
import { FontFamilyRecord } from '../../../../application/records/font-record.js';
import { array } from '../../../../domain/codec/containers.js';
import { wrapped } from '../../contract/pages.js';
import { operation } from '../../server/operation.js';

/** `GET /v1/fonts` */
export const listFontsOperation = operation({
  method: 'GET',
  path: '/v1/fonts',
  access: 'api-key-or-any-editor',
  id: 'listFonts',
  tag: 'Fonts',
  summary: 'List the fonts',
  description:
    'The font families included in the service, by name. Texts can use them as `fontFamily`; `metadata.fonts` of a video adds others.',
  answers: {
    success: 200,
    meaning: 'All families.',
    schema: wrapped(array(FontFamilyRecord)),
    problems: [],
  },
  handle:
    ({ fonts }) =>
    () =>
      TE.right({ status: 200, json: JSON.stringify({ data: fonts() }) }),
});

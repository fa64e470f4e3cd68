import * as TE from 'fp-ts/lib/TaskEither.js';
import { FontFamilyRecord } from '../../../../application/records/font-record.js';
import { array } from '../../../../domain/codec/containers.js';
import { recordOperation } from '../../server/record-operation.js';

export const fontOperation = recordOperation('GET /v1/fonts', {
  access: 'api-key-or-any-editor',
  id: 'listFonts',
  summary: 'List the fonts',
  description:
    'The font families included in the service, by name. Texts can use them as `fontFamily`; `metadata.fonts` of a video adds others.',
  data: array(FontFamilyRecord),
  handle: ({ fonts }) => TE.right(fonts()),
});

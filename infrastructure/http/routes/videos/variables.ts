import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { VariableRecord } from '../../../../application/records/variable-record.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import { array } from '../../../../domain/codec/containers.js';
import { wantedVariables } from '../../../../domain/template/merge.js';
import { wrapped } from '../../contract/pages.js';
import { ok, type Operation, operation } from '../../server/operation.js';
import { videoOfCaller } from '../../server/owned.js';

export const variableOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/variables', {
    access: 'api-key-or-editor',
    id: 'listVariables',
    tag: 'Videos',
    summary: 'List the variables of a template',
    description:
      'Every name for which `merge` of a render request may have a value: the declared variables, and those that only stand in a placeholder.',
    returns: 'The variables, declared ones first.',
    schema: wrapped(array(VariableRecord)),
    handle: ({ queries }, { caller, params }) =>
      pipe(
        videoOfCaller(queries, caller, params['id']),
        TE.map((video) => ok(wantedVariables(compositionOfVideo(video)))),
      ),
  }),
];

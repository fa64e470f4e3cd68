import { SignedReceipt } from '../../../../application/records/receipt-record.js';
import { VerdictRecord } from '../../../../application/records/verdict-record.js';
import { identifyFile } from '../../../../application/transparency/identify-file.js';
import { issueReceipt } from '../../../../application/transparency/issue-receipt.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { type Operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { renderOfCaller } from '../../server/owned.js';

const proofOperation = { access: 'api-key-or-bearer', tag: 'Log' } as const;

export const receiptOperations: ReadonlyArray<Operation> = [
  recordOperation('GET /v1/renders/{id}/receipt', {
    ...proofOperation,
    id: 'getReceipt',
    summary: 'Get the receipt of a render',
    description:
      'Returns a signed statement of what the file was made from: video, version, composition, and hashes of sources, fonts and programs. Anyone can verify it with the file and the public keys, without this service.',
    data: SignedReceipt,
    problems: [409],
    of: renderOfCaller,
    handle: (dependencies, _, { renderId }) => issueReceipt(dependencies)(renderId),
  }),

  recordOperation('POST /v1/verify', {
    ...proofOperation,
    id: 'verifyFile',
    scope: 'read',
    summary: 'Find the render that made a file',
    description:
      'Looks up a file by its SHA-256, or receives the file itself (`video/*` or `application/octet-stream`, at most `MAX_VERIFY_BYTES`). If it is byte for byte the output of one of your renders, returns the render, its video and its version. A file is also recognised by its streams, and the verdict says whether what players use besides, such as timestamps, was compared. Pictures that resemble those of a render are named, too, which is no proof.',
    body: record({ sha256: about('SHA-256 of the file, hex.', string({ pattern: /^[0-9a-f]{64}$/ })) }),
    example: { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    takesFile: 'video',
    returns: 'The result; `unknown` if no render of yours is known to have made the file.',
    data: VerdictRecord,
    handle: ({ queries, fileInspector }, { caller, body, file, signal }) =>
      identifyFile({ renders: queries.renders, inspector: fileInspector })(
        caller.ownerId,
        { sha256: body.sha256, ...(file ? { path: file.path } : {}) },
        signal,
      ),
  }),
];

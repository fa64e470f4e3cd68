import { isRecord } from '../../../../domain/codec/json.js';
import { pythonSample } from './python.js';
import {
  type DescribedOperation,
  respondsWithJson,
  responseFile,
  sampleAddress,
  sampleRequest,
  type SampleRequest,
} from './sample-request.js';
import { typescriptSample } from './typescript.js';
import { JSON_NOTATION, literal } from './literals.js';

/** A text as one word of a POSIX shell. */
const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The example request as a command for curl. */
export const curlSample = (request: SampleRequest, baseUrl: string): string => {
  const { method, body, media } = request;
  const verb = method === 'HEAD' ? ' --head' : method === 'GET' ? '' : ` -X ${method}`;
  const file = responseFile(request);
  return [
    `curl -sS --fail-with-body${verb} ${word(`${baseUrl}${sampleAddress(request)}`)}`,
    ...(request.needsKey ? ['-H "x-api-key: $FRAMEWRIGHT_API_KEY"'] : []),
    ...(media === undefined || respondsWithJson(request) ? [] : [`-H ${word(`accept: ${media}`)}`]),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${word(literal(body, JSON_NOTATION))}`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
  ].join(' \\\n  ');
};

const LANGUAGES = [
  { lang: 'Shell', label: 'curl', sample: curlSample },
  { lang: 'TypeScript', label: 'TypeScript', sample: typescriptSample },
  { lang: 'Python', label: 'Python', sample: pythonSample },
];

/** The paths of an OpenAPI document, with an example in every language for each operation (`x-codeSamples`). */
export const withCodeSamples = (
  paths: Readonly<Record<string, unknown>>,
  baseUrl: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(isRecord(methods) ? methods : {}).map(([method, operation]) => {
          const described = operation as DescribedOperation;
          const request = sampleRequest(method, path, described);
          const samples = LANGUAGES.map(({ lang, label, sample }) => ({
            lang,
            label,
            source: sample(request, baseUrl),
          }));
          return [method, { ...described, 'x-codeSamples': samples }];
        }),
      ),
    ]),
  );

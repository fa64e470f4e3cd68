import { isRecord } from '../../../../domain/codec/json.js';
import { curlSample } from './curl.js';
import { pythonSample } from './python.js';
import { type DescribedOperation, sampleRequest } from './sample-request.js';
import { typescriptSample } from './typescript.js';

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

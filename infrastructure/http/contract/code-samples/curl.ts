import { JSON_NOTATION, literal } from './literals.js';
import { respondsWithJson, responseFile, sampleAddress, type SampleRequest } from './sample-request.js';

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

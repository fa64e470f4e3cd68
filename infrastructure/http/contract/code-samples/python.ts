import { literal, PYTHON } from './literals.js';
import { respondsWithJson, responseFile, sampleAddress, type SampleRequest } from './sample-request.js';

const responseLine = (request: SampleRequest): string => {
  const file = responseFile(request);
  if (file !== undefined) return `pathlib.Path("${file}").write_bytes(response.read())`;
  if (respondsWithJson(request)) return 'print(json.load(response))';
  if (request.media !== undefined) return 'print(response.read().decode())';
  return request.method === 'HEAD' ? 'print(response.headers)' : 'print(response.status)';
};

/** The example request in Python 3, with the standard library alone. */
export const pythonSample = (request: SampleRequest, baseUrl: string): string => {
  const { method, body, media } = request;
  const usesJson = body !== undefined || respondsWithJson(request);
  const headers = [
    ...(request.needsKey ? ['"x-api-key": os.environ["FRAMEWRIGHT_API_KEY"]'] : []),
    ...(media === undefined || respondsWithJson(request) ? [] : [`"accept": "${media}"`]),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  const modules = [
    ...(usesJson ? ['json'] : []),
    ...(request.needsKey ? ['os'] : []),
    ...(responseFile(request) === undefined ? [] : ['pathlib']),
    'urllib.request',
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    ...(body === undefined ? [] : [`body = ${literal(body, PYTHON)}`, '']),
    'request = urllib.request.Request(',
    `    "${baseUrl}${sampleAddress(request)}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    ${responseLine(request)}`,
  ].join('\n');
};

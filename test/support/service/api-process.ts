import { type ServiceProcess, startServiceProcess } from './service-process.js';
import type { Service } from './service.js';
import { PUBLIC_BASE_URL } from './public-base-url.js';

export interface ApiProcess extends Pick<ServiceProcess, 'pid' | 'kill' | 'stop'> {
  readonly baseUrl: string;
}

/** Starts an API process on a free port, in addition to the one in this process. */
export const startApiProcess = async (
  service: Service,
  settings: Readonly<Record<string, string>> = {},
  from: 'test' | 'build' = 'test',
): Promise<ApiProcess> => {
  const all = { PORT: '0', PUBLIC_BASE_URL, ...settings };
  const started = await startServiceProcess('api', service, all, from);
  return { ...started, baseUrl: `http://127.0.0.1:${started.greeting.listening}` };
};

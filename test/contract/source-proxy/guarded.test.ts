import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { guardedSourceProxy } from '../../../infrastructure/sources/source-proxy.js';
import { sourceProxyContract } from './source-proxy-contract.js';

sourceProxyContract('guarded', ({ host }) => {
  const agents = guardedAgents({ allowedPrivateHosts: [host] });
  return { proxy: guardedSourceProxy({ agents }), close: () => agents.destroy() };
});

import { assetSourceContract } from './asset-source-contract.js';
import { localProject } from './local-project.js';

assetSourceContract('local files', localProject());

import { mediaEngine } from '../../../infrastructure/rendering/engine/media-engine.js';
import { mediaEngineContract } from './media-engine-contract.js';

mediaEngineContract('FFmpeg in a process', (root) => mediaEngine(root));

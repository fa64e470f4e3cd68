import { engineFileInspector } from '../../../infrastructure/rendering/engine/file-inspector.js';
import { fileInspectorContract } from './file-inspector-contract.js';

fileInspectorContract('FFmpeg in a process', engineFileInspector());

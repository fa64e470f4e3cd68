import { ffmpegFileInspector } from '../../../infrastructure/rendering/ffmpeg/file-inspector.js';
import { fileInspectorContract } from './file-inspector-contract.js';

fileInspectorContract('ffmpeg', ffmpegFileInspector());

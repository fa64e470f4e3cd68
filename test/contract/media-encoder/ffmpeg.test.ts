import { ffmpegMediaEncoder } from '../../../infrastructure/rendering/ffmpeg/ffmpeg.js';
import { ffmpegFileInspector } from '../../../infrastructure/rendering/ffmpeg/file-inspector.js';
import { mediaEncoderContract } from './media-encoder-contract.js';

mediaEncoderContract('ffmpeg', ffmpegMediaEncoder, ffmpegFileInspector());

import { ffmpegMediaEncoder } from '../../../infrastructure/rendering/ffmpeg/ffmpeg.js';
import { mediaEncoderContract } from './media-encoder-contract.js';

mediaEncoderContract('ffmpeg', ffmpegMediaEncoder);

import { mediaRenderer } from '../../../workers/render/run/run-render.js';
import { settingsFor, toolsFor } from '../../support/renders/render.js';
import { rendererContract } from './renderer-contract.js';

rendererContract('ffmpeg and sharp', (studio) => mediaRenderer(toolsFor(studio), settingsFor(studio)));

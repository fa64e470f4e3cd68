import { mediaReplayer } from '../../../workers/render/run/replay/replay-render.js';
import { settingsFor, toolsFor } from '../../support/renders/render.js';
import { replayerContract } from './replayer-contract.js';

replayerContract('ffmpeg and sharp', (studio, kept) =>
  mediaReplayer({ ...toolsFor(studio), ...kept }, settingsFor(studio)),
);

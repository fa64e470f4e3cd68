import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fairPlaces } from '../../../application/places/fair-places.js';
import { SHARED } from '../../../application/places/shared-resources.js';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';
import { localAddress, localAssets } from '../../../infrastructure/sources/local-assets.js';
import { withSpokenTexts } from '../../../infrastructure/sources/spoken-texts.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { assetSourceContract } from './asset-source-contract.js';

// What is spoken is tried by test/render/sound/speech.test.ts.
assetSourceContract('other sources than spoken texts', async () => {
  const project = await mkdtemp(join(tmpdir(), 'project-'));
  const texts = { engine: espeakNg(), storage: localFiles(project), places: fairPlaces(SHARED.speech) };
  return {
    source: withSpokenTexts(texts, localAssets(project)),
    offer: async (name, content) => {
      await writeFile(join(project, name), content);
      return localAddress(name);
    },
    missing: localAddress('absent-s3cret'),
    close: () => rm(project, { recursive: true }),
  };
});

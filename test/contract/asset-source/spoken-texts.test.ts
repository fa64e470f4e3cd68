import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { SHARED } from '../../../application/permits/shared-resources.js';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';
import { withSpokenTexts } from '../../../infrastructure/sources/spoken-texts.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { assetSourceContract } from './asset-source-contract.js';
import { localProject } from './local-project.js';

// What is spoken is tried by test/render/sound/speech.test.ts.
assetSourceContract(
  'other sources than spoken texts',
  localProject((others, folder) =>
    withSpokenTexts(
      { engine: espeakNg(), storage: localFiles(folder), permits: fairSemaphore(SHARED.speech) },
      others,
    ),
  ),
);

import { CBORBox } from '@trustnxt/c2pa-ts/jumbf';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import {
  ActionAssertion,
  ActionType,
  Assertion,
  BMFFHashAssertion,
  ClaimVersion,
  DigitalSourceType,
  IngredientAssertion,
  ManifestStore,
  RelationshipType,
} from '@trustnxt/c2pa-ts/manifest';
import { withoutSecrets } from '../../domain/codec/web-url.js';
import type { CredentialFacts } from '../../workers/render/ports/content-credentials.js';

const SOFTWARE = 'Framewright';
const HASH = 'SHA-256';

/** The bytes kept for the signature beyond the certificates. */
const SIGNATURE_PADDING = 1024;

/** The facts of the receipt, as an assertion of our own. The output's hashes can't be in the output itself. */
class ReceiptAssertion extends Assertion {
  override label = 'org.framewright.receipt';
  override uuid = Buffer.from('63626f7200110010800000aa00389b71', 'hex');
  private readonly facts: unknown;

  constructor(facts: unknown) {
    super();
    this.facts = facts;
  }

  override readContentFromJUMBF(): void {
    throw new Error('receipts in manifests can only be written');
  }

  override generateJUMBFBoxForContent(): CBORBox {
    const box = new CBORBox();
    box.content = this.facts;
    return box;
  }
}

const receiptFacts = ({ renderId, video, renderer, ffmpeg, encoder, sources, fonts }: CredentialFacts) => ({
  format: 'framewright-receipt-facts',
  renderId,
  ...(video ? { videoId: video.videoId, videoVersion: video.version } : {}),
  renderer,
  ffmpeg,
  ...(encoder ? { encoder } : {}),
  sources: sources.map(({ url, sha256, bytes }) => ({ url: withoutSecrets(url), sha256, bytes })),
  fonts: fonts.map(({ family, sha256 }) => ({ family, sha256 })),
});

/** A manifest that is complete but for the hash of the file. */
export interface UnsignedManifest {
  /** Size of the manifest store in bytes, which signing does not change. */
  readonly bytes: number;
  /** Signs it for a file with this hash; gives the manifest store. */
  readonly signFor: (hash: Uint8Array) => Promise<Uint8Array>;
}

/**
 * Describes an output: what it was made of, by which program, with the facts of its receipt. The same facts give the
 * same manifest.
 */
export const manifestOf = (facts: CredentialFacts, signer: Signer): UnsignedManifest => {
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: 'video/mp4',
    instanceID: `xmp:iid:${facts.renderId}`,
    defaultHashAlgorithm: HASH,
    signer,
  });
  const { claim, signature } = manifest;
  if (!claim || !signature) throw new Error('a new manifest has a claim and a signature');
  manifest.label = `urn:c2pa:${facts.renderId}`;
  claim.claimGeneratorName = SOFTWARE;
  claim.claimGeneratorVersion = facts.renderer;
  signature.signatureData.paddingLength = SIGNATURE_PADDING;

  const fileHash = BMFFHashAssertion.createV3('file', HASH);
  manifest.addAssertion(fileHash);
  const ingredients = facts.sources.map(({ url, sha256 }, index) => {
    const ingredient = IngredientAssertion.createV3(RelationshipType.ComponentOf);
    ingredient.title = withoutSecrets(url);
    ingredient.instanceID = `urn:sha256:${sha256}`;
    if (index > 0) ingredient.labelSuffix = index;
    manifest.addAssertion(ingredient);
    return manifest.createAssertionReference(ingredient);
  });
  const softwareAgent = { name: SOFTWARE, version: facts.renderer };
  const actions = new ActionAssertion();
  actions.label = 'c2pa.actions.v2';
  actions.actions = [
    {
      action: ActionType.C2paCreated,
      softwareAgent,
      digitalSourceType:
        ingredients.length > 0 ? DigitalSourceType.CompositeSynthetic : DigitalSourceType.DigitalArt,
    },
    ...(ingredients.length > 0
      ? [{ action: ActionType.C2paPlaced, softwareAgent, parameters: { ingredients } }]
      : []),
  ];
  manifest.addAssertion(actions);
  manifest.addAssertion(new ReceiptAssertion(receiptFacts(facts)));

  const bytes = store.measureSize();
  return {
    bytes,
    signFor: async (hash) => {
      fileHash.hash = hash;
      await manifest.sign(signer);
      return store.getBytes();
    },
  };
};

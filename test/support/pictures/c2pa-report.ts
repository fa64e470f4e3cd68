import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import init, { WasmReader } from '@contentauth/c2pa-wasm';

/** What the reference implementation of C2PA says about a file, as far as tests use it. */
export interface C2paReport {
  readonly validation_state: string;
  readonly validation_status?: ReadonlyArray<{ readonly code: string }>;
  readonly active_manifest: string;
  readonly manifests: Readonly<
    Record<
      string,
      {
        readonly assertions: ReadonlyArray<{
          readonly label: string;
          readonly data: Record<string, unknown>;
        }>;
        readonly ingredients: ReadonlyArray<{ readonly title: string; readonly instance_id: string }>;
        readonly claim_generator_info: ReadonlyArray<{ readonly name: string }>;
      }
    >
  >;
}

let initialised: Promise<unknown> | undefined;

/** Validates an MP4; `authority` is the PEM certificate that is trusted. */
export const c2paReport = async (path: string, authority?: string): Promise<C2paReport> => {
  initialised ??= readFile(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')).then(
    (wasm) => init({ module_or_path: wasm }),
  );
  await initialised;
  const context =
    authority === undefined ? undefined : JSON.stringify({ trust: { trust_anchors: authority } });
  const reader = await WasmReader.fromBytes('video/mp4', await readFile(path), context);
  return JSON.parse(reader.json()) as C2paReport;
};

/** The last certificate of a chain: that of the authority. */
export const authorityOf = (certificates: string): string =>
  certificates.slice(certificates.lastIndexOf('-----BEGIN'));

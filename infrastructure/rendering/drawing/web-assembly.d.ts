/** The part of the WebAssembly API of Node that is used here: its types are only in those of browsers. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Memory: new (descriptor: { readonly initial: number }) => Memory;

  type Module = object;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;

  interface Instance {
    readonly exports: object;
  }
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ) => Instance;
}

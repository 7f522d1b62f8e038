declare module 'libheif-js/wasm-bundle.js' {
  type Picture = {
    get_width(): number
    get_height(): number
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (drawn: unknown) => void,
    ): void
  }
  const heif: { HeifDecoder: new () => { decode(data: Uint8Array): Picture[] } }
  export default heif
}

import reader from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import jpeg2000 from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'

/** What the reader of PDFs fetches beside the file: fonts that a file names but does not bring, tables of characters. */
type Addresses = Record<string, string>

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const byName = (found: Addresses): Addresses =>
  Object.fromEntries(Object.entries(found).map(([path, address]) => [fileName(path), address]))

const FONTS = byName(
  import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)

async function bytesAt(address: string | undefined, name: string): Promise<Uint8Array> {
  if (!address) throw new Error(`The reader of PDFs has no ${name}`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} for ${name}`)
  return new Uint8Array(await response.arrayBuffer())
}

class StandardFonts {
  fetch = ({ filename }: { filename: string }) => bytesAt(FONTS[filename], filename)
}

class CharacterMaps {
  fetch = async ({ name }: { name: string }) => {
    const { CHARACTER_MAPS } = await import('./character-maps.ts')
    const file = `${name}.bcmap`
    return { cMapData: await bytesAt(byName(CHARACTER_MAPS)[file], file), isCompressed: true }
  }
}

/** Options of pdf.js: everything from our own server, nothing compiled in the page (its policy forbids it). */
export const RESOURCES = {
  StandardFontDataFactory: StandardFonts,
  CMapReaderFactory: CharacterMaps,
  useWorkerFetch: false,
  // Pictures of the JPEG 2000 kind are read by plain script, found by its name below this address.
  useWasm: false,
  wasmUrl: jpeg2000.slice(0, -fileName(jpeg2000).length),
  isEvalSupported: false,
}

export const READER = reader

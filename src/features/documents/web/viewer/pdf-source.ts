import { PDFDataRangeTransport } from 'pdfjs-dist'
import { portalFetch } from '../../../../platform/web/api/portal-fetch.ts'

/** Most documents come in one piece: each is looked up, checked and put on record by the server. */
export const PIECE = 1_048_576

/**
 * A file of our server, fetched piece by piece as the reader asks for it. Every request asserts the tenant and is
 * refused in words: rejects with `ProblemError` or `NetworkError`.
 */
export async function openSource(
  address: string,
  signal: AbortSignal,
  onFailure: (failure: unknown) => void,
): Promise<PDFDataRangeTransport> {
  const piece = async (begin: number, end: number) => {
    const headers = { range: `bytes=${begin}-${end - 1}` }
    const response = await portalFetch(address, { headers, signal })
    return { bytes: new Uint8Array(await response.arrayBuffer()), length: lengthOf(response) }
  }
  const { bytes, length } = await piece(0, PIECE)
  const source = new PDFDataRangeTransport(length ?? bytes.length, bytes)
  source.requestDataRange = (begin, end) => {
    piece(begin, end).then(
      (next) => source.onDataRange(begin, next.bytes),
      (failure) => {
        if (!signal.aborted) onFailure(failure)
      },
    )
  }
  return source
}

/** Of the whole file; undefined where it came whole. */
function lengthOf(response: Response): number | undefined {
  const length = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return length === undefined ? undefined : Number(length)
}

import { portalFetch } from './portal-fetch.ts'
import { queryString, type SearchValues } from './query-string.ts'
import { readRest } from './read-rest.ts'

/** Hands a blob to the browser's downloads under a name. */
export function saveBlob(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari reads the address after the click's task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const nameOf = (header: string | null) => {
  const star = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  return star ? decodeURIComponent(star) : header?.match(/filename="?([^";]+)"?/i)?.[1]
}

type DownloadOptions = {
  /** Ends it; the promise then rejects with the abort. */
  signal?: AbortSignal
  /** Bytes that have come so far. */
  onProgress?: (received: number) => void
}

/**
 * Fetches a file from our server and saves it under the server's name, which it answers. Unlike a plain link it asserts
 * the tenant and can say what went wrong: rejects with `ProblemError` or `NetworkError`; half a file is not saved.
 */
export async function downloadFile(
  path: string,
  values: SearchValues,
  fallbackName: string,
  { signal, onProgress }: DownloadOptions = {},
): Promise<string> {
  const address = `/api/v1${path}${queryString(values)}`
  const response = await portalFetch(address, signal ? { signal } : {}, {
    timeoutMs: 300_000,
    allowStepUp: true,
  })
  const name = nameOf(response.headers.get('content-disposition')) ?? fallbackName
  saveBlob(await readRest(receive(response, onProgress)), name)
  return name
}

async function receive(response: Response, onProgress?: (received: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = []
  let received = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    pieces.push(next.value)
    received += next.value.length
    onProgress?.(received)
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

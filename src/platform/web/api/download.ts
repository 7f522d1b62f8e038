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

/**
 * Fetches a file from our server and saves it under the server's name. Unlike a plain link it asserts the
 * tenant and can say what went wrong: rejects with `ProblemError` or `NoAnswerError`.
 */
export async function downloadFile(path: string, values: SearchValues, fallbackName: string): Promise<void> {
  const response = await portalFetch(`/api/v1${path}${queryString(values)}`, {}, { patienceMs: 300_000 })
  saveBlob(
    await readRest(response.blob()),
    nameOf(response.headers.get('content-disposition')) ?? fallbackName,
  )
}

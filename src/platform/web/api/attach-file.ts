import { queryString } from './query-string.ts'
import { sendFile } from './send-file.ts'

/** Sends a file to be attached at this path, with what else goes into the address; rejects as `sendFile` does. */
export const attachFile = (path: string, file: File, more: Record<string, string> = {}) =>
  sendFile(`${path}${queryString({ name: file.name, ...more })}`, file, {
    method: 'POST',
    signal: new AbortController().signal,
    onProgress: () => {},
  })

import { workApart } from '../apart.ts'

/** `no_text`: pages, but no text on them. `cut`: only the beginning was read. */
export type ReadText = { state: 'read' | 'cut' | 'no_text' | 'locked' | 'unreadable'; pages: string[] }

const LIMIT_MS = 20_000

/** Reads the text of PDFs, apart: one that does something to its reader is `unreadable`. */
export function createTextReader({ limitMs = LIMIT_MS } = {}) {
  const { ask, end } = workApart<Uint8Array, ReadText>({ source: './text/read-pdf', limitMs })
  return {
    read: async (data: Uint8Array): Promise<ReadText> =>
      (await ask(data)) ?? { state: 'unreadable', pages: [] },
    end,
  }
}

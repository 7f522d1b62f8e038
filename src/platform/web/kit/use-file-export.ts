import { useState } from 'react'
import { downloadFile } from '../api/download.ts'
import type { SearchValues } from '../api/query-string.ts'
import { useFailureText } from './failure-text.ts'
import { toast } from './toast.ts'

/** In the screen's words: that the file is saved, or why there is none. */
type Said = { saved: (name: string) => string; failed: (reason: string) => string }

/** What a screen shows as a file, one at a time; `fallback` is its name where the answer has none. */
export function useFileExport(address: string, said: Said) {
  const failureText = useFailureText()
  const [exporting, setExporting] = useState(false)
  const fetchFile = async (asked: SearchValues, fallback: string) => {
    if (exporting) return
    setExporting(true)
    try {
      toast.done(said.saved(await downloadFile(address, asked, fallback)))
    } catch (failure) {
      toast.failed(said.failed(failureText(failure)))
    }
    setExporting(false)
  }
  return { exporting, start: (asked: SearchValues, fallback: string) => void fetchFile(asked, fallback) }
}

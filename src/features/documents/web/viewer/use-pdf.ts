import { GlobalWorkerOptions, getDocument, PasswordResponses } from 'pdfjs-dist'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createViewer, endViewer, silence, type Viewer, type Words } from './open-pdf.ts'
import { READER, RESOURCES } from './pdf-resources.ts'
import { openSource, PIECE } from './pdf-source.ts'

GlobalWorkerOptions.workerSrc = READER

/** Where the reading of the file is. */
export type PdfState =
  | { is: 'opening' }
  | { is: 'open'; pages: number }
  /** It is locked; `wrong`: what was given does not open it. */
  | { is: 'locked'; wrong: boolean; unlock: (password: string) => void }
  | { is: 'failed'; failure: unknown }
  /** It came, but is no PDF that can be read. */
  | { is: 'unreadable' }

/** Opens a PDF of our server in a container, for as long as the component is there. `attempt`: another one opens it anew. */
export function usePdf(
  container: RefObject<HTMLDivElement | null>,
  address: string,
  words: Words,
  attempt: number,
) {
  const [state, setState] = useState<PdfState>({ is: 'opening' })
  const [viewer, setViewer] = useState<Viewer>()
  const said = useRef(words)
  said.current = words

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same address
  useEffect(() => {
    const element = container.current
    if (!element) return
    const ended = new AbortController()
    const parts = createViewer(element, { ...said.current, page: (page) => said.current.page(page) })
    const fail = (failure: unknown) => {
      if (!ended.signal.aborted) setState({ is: 'failed', failure })
    }
    setState({ is: 'opening' })
    const opening = openSource(address, ended.signal, fail).then((range) => {
      const task = getDocument({ range, rangeChunkSize: PIECE, ...RESOURCES })
      task.onPassword = (unlock: (password: string) => void, reason: number) =>
        setState({ is: 'locked', wrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock })
      ended.signal.addEventListener('abort', () => task.destroy())
      return task.promise.then(
        (file) => {
          if (ended.signal.aborted) return
          parts.viewer.setDocument(file)
          parts.linkService.setDocument(file, null)
          setState({ is: 'open', pages: file.numPages })
        },
        () => {
          if (!ended.signal.aborted) setState({ is: 'unreadable' })
        },
      )
    })
    opening.catch(fail)
    parts.eventBus.on('pagesinit', () => {
      parts.viewer.currentScaleValue = 'auto'
    })
    setViewer(parts)
    return () => {
      ended.abort()
      endViewer(parts)
      setViewer(undefined)
    }
  }, [address, container, attempt])
  const silenced = useRef<{ viewer: Viewer; speak: () => void } | undefined>(undefined)
  // Before the pages are taken away or hidden, which the clean-up above comes after.
  useLayoutEffect(() => {
    if (silenced.current?.viewer === viewer) silenced.current?.speak()
    return () => {
      silenced.current = viewer && { viewer, speak: silence(viewer) }
    }
  }, [viewer])
  return { state, viewer }
}

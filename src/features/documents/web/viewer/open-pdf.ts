import type { PDFDocumentProxy } from 'pdfjs-dist'
// Before its viewer, which looks for it on the page.
import 'pdfjs-dist'
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'
import 'pdfjs-dist/web/pdf_viewer.css'

export type Words = { page: (page: string) => string; language: string }

/** The parts of pdf.js around one container. */
export function createViewer(container: HTMLDivElement, words: Words) {
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus, linkService })
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    l10n: ownWords(words),
    textLayerMode: 1,
    // Links only: no forms, nothing that a file wants to run or to be written into.
    annotationMode: 1,
    annotationEditorMode: -1,
  } as ConstructorParameters<typeof PDFViewer>[0])
  linkService.setViewer(viewer)
  return { eventBus, linkService, findController, viewer }
}
export type Viewer = ReturnType<typeof createViewer>

/**
 * While its pages are off the screen there is nothing to mark, to scroll and to turn to: what it still finds is told to nobody.
 * Answers what gives it its voice back.
 */
export function silence({ eventBus, findController, linkService, viewer }: Viewer): () => void {
  const [dispatch, scroll] = [eventBus.dispatch, findController.scrollMatchIntoView]
  eventBus.dispatch = () => {}
  findController.scrollMatchIntoView = () => {}
  // A search turns to the page of its hit before it says that there is one.
  const page = { configurable: true, get: () => viewer.currentPageNumber, set: () => {} }
  Object.defineProperty(linkService, 'page', page)
  return () => {
    eventBus.dispatch = dispatch
    findController.scrollMatchIntoView = scroll
    Reflect.deleteProperty(linkService, 'page')
  }
}

/** Ends what goes on by itself: drawing, and a search that has begun or is about to. */
export function endViewer({ viewer, linkService }: Viewer): void {
  viewer.setDocument(null as unknown as PDFDocumentProxy)
  linkService.setDocument(null)
}

/** pdf.js brings English words; the only ones that are shown are the names of the pages. */
function ownWords({ page, language }: Words) {
  const name = (element: Element) => {
    const { l10nId, l10nArgs } = (element as HTMLElement).dataset
    if (l10nId === 'pdfjs-page-landmark' && l10nArgs)
      element.setAttribute('aria-label', page(String(JSON.parse(l10nArgs).page)))
  }
  return {
    getLanguage: () => language.toLowerCase(),
    getDirection: () => 'ltr',
    get: async (ids: unknown) => (Array.isArray(ids) ? ids.map(() => '') : ''),
    translate: async (element: Element) => {
      name(element)
      for (const one of element.querySelectorAll('[data-l10n-id]')) name(one)
    },
    translateOnce: async (element: Element) => name(element),
    pause: () => {},
    resume: () => {},
    destroy: async () => {},
  }
}

/** Searches as people type: without regard to case and accents, every hit marked. `step`: from the last hit onwards. */
export function find({ eventBus }: Viewer, query: string, step?: 'next' | 'previous') {
  eventBus.dispatch('find', {
    source: window,
    type: step ? 'again' : '',
    query,
    caseSensitive: false,
    entireWord: false,
    highlightAll: true,
    findPrevious: step === 'previous',
    matchDiacritics: false,
  })
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

type Newest = { id: number; text: string; link: string }

/** Shows the newest notice outside of the page while nobody looks at it; once in this browser, whatever becomes of its tabs. */
export default function BrowserNotice({ newest }: { newest: Newest }) {
  const router = useRouter()
  const { id, text, link } = newest
  useEffect(() => {
    let left = false
    void isFirst(id).then((first) => {
      if (!first || left || !document.hidden) return
      const notice = show(text, id)
      if (!notice) return
      notice.onclick = () => {
        window.focus()
        router.history.push(link)
        notice.close()
      }
    })
    return () => {
      left = true
    }
  }, [id, text, link, router])
  return null
}

/**
 * Whether nothing as new was shown in this browser yet; noted before it is shown, so that whatever ends on the way, it is shown once
 * at most. In the browser's database: there one tab writes after the other, and what is written is on the disk when it says so.
 * What is kept beside it is forgotten by a sign-out; the number of a notice is nobody's.
 */
function isFirst(id: number): Promise<boolean> {
  return new Promise((done) => {
    try {
      const opening = indexedDB.open('portal.notices', 1)
      opening.onupgradeneeded = () => void opening.result.createObjectStore('shown')
      opening.onerror = () => done(false)
      opening.onsuccess = () => {
        const kept = opening.result
        const turn = kept.transaction('shown', 'readwrite', { durability: 'strict' })
        const shown = turn.objectStore('shown')
        const newest = shown.get('newest')
        let first = false
        newest.onsuccess = () => {
          first = !((newest.result ?? 0) >= id)
          if (first) shown.put(id, 'newest')
        }
        const end = (answer: boolean) => {
          kept.close()
          done(answer)
        }
        turn.oncomplete = () => end(first)
        turn.onabort = () => end(false)
      }
    } catch {
      // Storage is forbidden by the browser's settings: the bell alone tells.
      done(false)
    }
  })
}

/** Browsers of phones may know the name and refuse to make one outside of a service worker: there the bell alone tells. */
function show(text: string, id: number): Notification | undefined {
  try {
    return new Notification(document.title, { body: text, tag: `portal-${id}` })
  } catch (fault) {
    if (fault instanceof TypeError) return undefined
    throw fault
  }
}

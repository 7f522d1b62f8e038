import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { browserWide } from '../../../platform/web/browser-storage.ts'

const SHOWN = 'portal.notice.shown'

type Newest = { id: number; text: string; link: string }

/** Shows the newest notice outside of the page while nobody looks at it; once in this browser, whatever its tabs do. */
export default function BrowserNotice({ newest }: { newest: Newest }) {
  const router = useRouter()
  const { id, text, link } = newest
  useEffect(() => {
    if (Number(browserWide.read(SHOWN) ?? 0) >= id) return
    browserWide.write(SHOWN, String(id))
    if (!document.hidden) return
    const notice = show(text, id)
    if (!notice) return
    notice.onclick = () => {
      window.focus()
      router.history.push(link)
      notice.close()
    }
  }, [id, text, link, router])
  return null
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

import { useState } from 'react'
import { browserWide, DISPLAY_PREFIX } from '../../../../platform/web/browser-storage.ts'

const KEY = `${DISPLAY_PREFIX}voice-aloud`

/** Whether answers sound, remembered for this browser: it is a matter of where one sits. */
export function useAloud() {
  const [aloud, setAloud] = useState(browserWide.read(KEY) !== 'off')
  return {
    aloud,
    keepAloud: (wanted: boolean) => {
      browserWide.write(KEY, wanted ? null : 'off')
      setAloud(wanted)
    },
  }
}

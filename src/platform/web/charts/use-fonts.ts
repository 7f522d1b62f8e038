import { useEffect, useReducer } from 'react'

/** Draws anew once the fonts are here: before, texts are measured in another one. */
export function useFonts() {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    let shown = true
    void document.fonts.ready.then(() => shown && redraw())
    return () => {
      shown = false
    }
  }, [])
}

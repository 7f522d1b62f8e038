import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../api/failures.ts'
import { useFailureText } from '../kit/failure-text.ts'
import { faultsOf, NO_FAULTS } from '../kit/form-faults.ts'

/** What is wrong with fields, by their path. */
export type FieldFaults = Readonly<Record<string, string | undefined>>

const shown = (faults: FieldFaults): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).filter((fault): fault is [string, string] => Boolean(fault[1])))

/**
 * One way to act (J20): one attempt at a time; what the server refuses stands above or below the form and at the fields that it
 * names; what is wrong with the fields is told all at once, with how many there are, and nothing is sent then. The first marked field
 * takes the focus. A session that ended meanwhile is signed in again over the page, and the attempt goes on by itself.
 */
export function useActing() {
  const t = useTranslations('ui')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [stale, setStale] = useState(false)
  const underWay = useRef(false)
  /** Around the fields. */
  const fields = useRef<HTMLDivElement>(null)
  const [marked, mark] = useState(0)
  useEffect(() => {
    if (marked > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [marked])

  const point = (found: Record<string, string>) => {
    setFaults({ tried: true, said: found })
    mark((before) => before + 1)
  }
  return {
    busy,
    /** Of the last attempt, in words; null: none, or it went well. */
    wrong,
    /** What was thrown at the last attempt; null: nothing. */
    failure,
    /** For `FormFaults`. */
    faults,
    /** Somebody else has changed it meanwhile. */
    stale,
    fields,
    /**
     * Answers whether it was done. `work` may answer what is wrong instead: in words, or by field. `onConflict`: somebody else was first
     * (412), before it is said.
     */
    async attempt(
      work: () => Promise<string | FieldFaults | undefined>,
      onConflict?: () => Promise<unknown>,
    ): Promise<boolean> {
      if (underWay.current) return false
      underWay.current = true
      setBusy(true)
      setWrong(null)
      setFailure(null)
      setFaults(faultsOf(null))
      try {
        const found = await work()
        if (found === undefined) return true
        if (typeof found === 'string') setWrong(found)
        else {
          const said = shown(found)
          setWrong(t('faults', { count: Object.keys(said).length }))
          point(said)
        }
        return false
      } catch (caught) {
        if (isProblem(caught, 412)) {
          await onConflict?.()
          setStale(true)
        }
        setFailure(caught)
        setWrong(failureText(caught))
        const { said } = faultsOf(caught)
        if (Object.keys(said).length > 0) point(said)
        return false
      } finally {
        underWay.current = false
        setBusy(false)
      }
    },
    /** Back to the beginning. */
    clear() {
      setWrong(null)
      setFailure(null)
      setFaults(NO_FAULTS)
      setStale(false)
    },
  }
}

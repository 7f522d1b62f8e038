import { useState } from 'react'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../../platform/web/kit/toast.ts'

/** One change at a time; what became of it is said, and the screen asked anew either way. */
export function useAttempt(onChanged: () => Promise<unknown>) {
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      toast.done(done)
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await onChanged()
    setBusy(false)
  }
  return { busy, attempt }
}

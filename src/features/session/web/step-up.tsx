import { Suspense, useEffect, useState } from 'react'
import type { ProblemError } from '../../../platform/web/api/failures.ts'
import { onStepUp } from '../../../platform/web/api/step-up.ts'
import { fetchedPart } from '../../../platform/web/fetched-part.ts'

const StepUpDialog = fetchedPart(() => import('./step-up-dialog.tsx'))

type Asked = { failure: ProblemError; answer: (shown: boolean) => void }

/** Asks who is there before a request that needs it goes on (A4). */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => onStepUp((failure) => new Promise<boolean>((answer) => setAsked({ failure, answer }))), [])
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog
        ways={asked.failure.problem.ways ?? []}
        onEnd={(shown) => {
          setAsked(null)
          asked.answer(shown)
        }}
      />
    </Suspense>
  )
}

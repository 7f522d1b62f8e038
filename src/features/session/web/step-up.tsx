import { Suspense, useEffect, useState } from 'react'
import type { ProblemError } from '../../../platform/web/api/failures.ts'
import { onAskedAgain, type SignatureAsked } from '../../../platform/web/api/step-up.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'

const StepUpDialog = lazyComponent(() => import('./step-up-dialog.tsx'))
const SignDialog = lazyComponent(() => import('./sign-dialog.tsx'))

type Asked =
  | { failure: ProblemError; answer: (shown: boolean) => void }
  | { failure: ProblemError; asked: SignatureAsked; sign: (signing: string | null) => void }

/** Asks who is there before a request that needs it goes on (A4), and for a signature where it is one (J7). */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      onAskedAgain({
        stepUp: (failure) => new Promise((answer) => setAsked({ failure, answer })),
        sign: (failure, signature) => new Promise((sign) => setAsked({ failure, asked: signature, sign })),
      }),
    [],
  )
  if (!asked) return null
  const ways = asked.failure.problem.ways ?? []
  return (
    <Suspense fallback={null}>
      {'sign' in asked ? (
        <SignDialog
          ways={ways}
          asked={asked.asked}
          onEnd={(signing) => {
            setAsked(null)
            asked.sign(signing)
          }}
        />
      ) : (
        <StepUpDialog
          ways={ways}
          onEnd={(shown) => {
            setAsked(null)
            asked.answer(shown)
          }}
        />
      )}
    </Suspense>
  )
}

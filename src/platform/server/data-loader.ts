/** As many questions as one look takes. */
const MOST = 50
/** One look may be under way while the next one gathers and leaves; more would only stand in each other's way. */
const LOOKS = 2

/**
 * Asks together what is asked at the same time: whatever came in one round of the event loop, and, while two looks are under
 * way, whatever came meanwhile. Nobody is answered from a look that had left before they asked. `look` answers in the order
 * of the questions; when it fails, all of its askers fail with it.
 */
export function createDataLoader<Q, A>(look: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  type Asked = { question: Q; done: (answer: A) => void; failed: (fault: unknown) => void }
  const waiting: Asked[] = []
  let underWay = 0
  let leaving = false

  function leaveSoon(): void {
    if (leaving || underWay >= LOOKS || waiting.length === 0) return
    leaving = true
    setImmediate(leave)
  }

  async function leave(): Promise<void> {
    leaving = false
    const asked = waiting.splice(0, MOST)
    underWay++
    leaveSoon()
    try {
      const answers = await look(asked.map(({ question }) => question))
      for (const [at, { done }] of asked.entries()) done(answers[at] as A)
    } catch (fault) {
      for (const { failed } of asked) failed(fault)
    } finally {
      underWay--
      leaveSoon()
    }
  }

  return (question) =>
    new Promise((done, failed) => {
      waiting.push({ question, done, failed })
      leaveSoon()
    })
}

import type { Turn } from '../../contract.ts'

/** Why an answer did not sound; a text is the server's. */
export type ReadingFault = 'blocked' | 'sound' | { said: string }

/** Reads an answer aloud; what it answers stops it. After `onEnd` or `onFault` it is over. */
export type Mouth = (
  turn: Turn,
  told: { onEnd: () => void; onFault: (fault: ReadingFault) => void },
) => () => void

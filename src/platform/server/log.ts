import pino from 'pino'

export type Log = pino.Logger

/** Structured lines on standard output. Ids only: no names, addresses, tokens or bodies ever go in. */
export const createLog = (level: string): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    // Requests do not wait for the terminal or the disk behind it, and lines go there together: each time is a call of the
    // kernel. What is left is written when the process ends.
    pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 }),
  )

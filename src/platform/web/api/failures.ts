import type { Problem } from '../../contract/problem.ts'

/** The server answered with a problem (RFC 9457). `title` and `detail` are in the asker's language. */
export class ProblemError extends Error {
  readonly problem: Problem
  /** Seconds, when the answer says when to come again. */
  readonly retryAfter: number | null

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem.detail ?? problem.title)
    this.name = 'ProblemError'
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get status() {
    return this.problem.status
  }

  get code() {
    return this.problem.code
  }
}

/** No response: the network, a proxy or our time-out ended the request. */
export class NetworkError extends Error {
  readonly timedOut: boolean
  /** It was a write: nobody knows whether it was done. */
  readonly wrote: boolean

  constructor(cause: unknown, timedOut = false, wrote = false) {
    super('No answer from the server', { cause })
    this.name = 'NetworkError'
    this.timedOut = timedOut
    this.wrote = wrote
  }
}

/** A response that is not the portal's: a page of a proxy, an empty body, or half a response. */
export class UnexpectedResponseError extends NetworkError {
  readonly status: number

  constructor(status: number, wrote = false, cause?: unknown) {
    super(cause, false, wrote)
    this.name = 'UnexpectedResponseError'
    this.status = status
  }
}

/** There is no connection, so a write was not sent: it certainly did not happen, and nothing will send it later (B8). */
export class OfflineError extends NetworkError {
  constructor() {
    super(undefined)
    this.name = 'OfflineError'
  }
}

export const isProblem = (failure: unknown, status?: number): failure is ProblemError =>
  failure instanceof ProblemError && (status === undefined || failure.status === status)

/** 502, 503, 504 and no response pass by themselves; trying again is sensible (A3). */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof NetworkError || (isProblem(failure) && [502, 503, 504].includes(failure.status))

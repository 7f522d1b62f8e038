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

/** No answer: the network, the server's door or our patience ended it. */
export class NoAnswerError extends Error {
  readonly timedOut: boolean
  /** It was a write: nobody knows whether it was done. */
  readonly wrote: boolean

  constructor(cause: unknown, timedOut = false, wrote = false) {
    super('No answer from the server', { cause })
    this.name = 'NoAnswerError'
    this.timedOut = timedOut
    this.wrote = wrote
  }
}

/** Something answered that is not the portal: a page of a proxy, nothing at all, or half of an answer. */
export class OtherAnswerError extends NoAnswerError {
  readonly status: number

  constructor(status: number, wrote = false, cause?: unknown) {
    super(cause, false, wrote)
    this.name = 'OtherAnswerError'
    this.status = status
  }
}

/** There is no line, so a write was not sent: it certainly did not happen, and nothing will send it later (B8). */
export class NotSentError extends NoAnswerError {
  constructor() {
    super(undefined)
    this.name = 'NotSentError'
  }
}

export const isProblem = (failure: unknown, status?: number): failure is ProblemError =>
  failure instanceof ProblemError && (status === undefined || failure.status === status)

/** 502, 503, 504 and no answer pass by themselves; trying again is sensible (A3). */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof NoAnswerError || (isProblem(failure) && [502, 503, 504].includes(failure.status))

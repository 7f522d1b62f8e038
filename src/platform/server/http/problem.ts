import { toORPCError } from '@orpc/client'
import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import type { Problem } from '../../contract/problem.ts'
import type { RefusalDetails } from '../endpoint/fault.ts'
import { type Issue, issueText } from './issue-text.ts'
import { type ProblemCode, type ServerLanguage, serverMessages } from './server-messages.ts'

type Details = RefusalDetails & { code?: string }
type Asked = { path: string; traceId: string; language: ServerLanguage }

// What is wrong repeats what was sent: nobody reads more of it.
const MOST_ISSUES = 50
const MOST_WORDS = 300

/** Everything that goes wrong leaves as application/problem+json (RFC 9457), in the asker's language, without a stack. */
export function toProblem(fault: unknown, { path, traceId, language }: Asked): Response {
  const error = fault instanceof ORPCError ? fault : toORPCError(fault)
  const wrongInput =
    error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError ? error.cause : undefined
  const details = (error.data ?? {}) as Details
  const status = wrongInput ? 422 : error.status
  const code = wrongInput ? 'validation' : (details.code ?? codeOf(status))
  const [title, detail] = serverMessages(language).problems[code as ProblemCode] ?? [code, undefined]
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => String(details.values?.[name] ?? ''))
  const problem: Problem = {
    type: `/api/docs#problem-${code}`,
    title: fill(title as string),
    status,
    ...(detail && { detail: fill(detail) }),
    instance: path,
    code,
    traceId,
    ...(details.errors && { errors: [...details.errors] }),
    ...(details.ids && { ids: details.ids }),
    ...(details.ways && { ways: details.ways }),
    ...(details.figures && { figures: details.figures }),
    ...(wrongInput && {
      errors: wrongInput.issues
        .slice(0, MOST_ISSUES)
        .map((issue) => describe(issue, wrongInput.data, language)),
    }),
  }
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  // A body that does not come is not waited for.
  if (status === 408) headers.set('connection', 'close')
  for (const line of details.cookies ?? []) headers.append('set-cookie', line)
  if (details.retryAfter) headers.set('retry-after', String(details.retryAfter))
  return new Response(JSON.stringify(problem), { status, headers })
}

const CODES: Record<number, ProblemCode> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_type',
}
const codeOf = (status: number): ProblemCode => CODES[status] ?? 'internal'

function describe(issue: ValidationError['issues'][number], sent: unknown, language: ServerLanguage) {
  const parts = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
  const message = issueText({ ...issue, path: parts } as Issue, sent, language)
  return { path: parts.map(String).join('.').slice(0, MOST_WORDS), message: message.slice(0, MOST_WORDS) }
}

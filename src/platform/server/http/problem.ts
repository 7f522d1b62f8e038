import { toORPCError } from '@orpc/client'
import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { FORMAT_TAGS } from '../../contract/languages.ts'
import { minorDigits } from '../../contract/minor-digits.ts'
import type { Problem } from '../../contract/problem.ts'
import { fileSizeOf } from '../../domain/file-size.ts'
import type { FieldFault, RefusalDetails } from '../endpoint/fault.ts'
import { fieldText, type Issue, issueText } from './issue-text.ts'
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
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name) => written(details.values?.[name] ?? '', language))
  const problem: Problem = {
    type: `/api/docs#problem-${code}`,
    title: fill(title as string),
    status,
    ...(detail && { detail: fill(detail) }),
    instance: path,
    code,
    traceId,
    ...(details.errors && { errors: details.errors.map((one) => spoken(one, language)) }),
    ...(details.ids && { ids: details.ids }),
    ...(details.items && { items: details.items }),
    ...(details.ways && { ways: details.ways }),
    ...(details.figures && { figures: details.figures }),
    ...(details.found && { found: details.found }),
    ...(details.accepted && { accepted: details.accepted }),
    ...(details.batchId !== undefined && { batchId: details.batchId }),
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

type Value = NonNullable<RefusalDetails['values']>[string]

function written(value: Value, language: ServerLanguage): string {
  if (typeof value !== 'object') return String(value)
  const tag = FORMAT_TAGS[language]
  if ('amount' in value)
    return new Intl.NumberFormat(tag, { minimumFractionDigits: minorDigits(value.currency) }).format(
      value.amount as Intl.StringNumericLiteral,
    )
  if ('bytes' in value) {
    const size = fileSizeOf(value.bytes)
    return new Intl.NumberFormat(tag, size.format).format(size.value)
  }
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${value.day}T00:00:00Z`),
  )
}

/** A fault of a field with its words. */
function spoken(fault: FieldFault, language: ServerLanguage) {
  if (!('messageKey' in fault)) return fault
  const { messageKey, values = {}, ...rest } = fault
  const told = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? written(value, language) : value,
  ])
  return { ...rest, message: fieldText(language, messageKey, Object.fromEntries(told)) }
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

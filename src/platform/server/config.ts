import path from 'node:path'
import { z } from 'zod'
import { isUsableList } from './database/host-list.ts'
import { isFilesAddress } from './files/open-files.ts'
import { OperatorError } from './operator-error.ts'

const MFA_POLICIES = ['required', 'administrators', 'optional'] as const
export type MfaPolicy = (typeof MFA_POLICIES)[number]
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A variable as the operator writes it: its meaning, and in words what is accepted. */
const accepted = <T extends z.ZodType>(schema: T, words: string) => ({ schema, words })

const flag = accepted(
  z.enum(['0', '1']).transform((v) => v === '1'),
  '0 or 1',
)
const postgresUrl = accepted(
  z
    .string()
    .regex(/^postgres(ql)?:\/\/[^\s]+$/)
    .refine(isUsableList),
  'an address such as postgres://user:password@host:5432/name, or with several hosts, postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write',
)
const text = (max: number, words: string) => accepted(z.string().trim().min(1).max(max), words)

const tokensADay = accepted(
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .refine((n) => n >= 1 && n <= 2_000_000_000),
  'a number of tokens a day, from 1 to 2000000000',
)

const SIZES = { MB: 1e6, GB: 1e9, TB: 1e12 } as const
const size = accepted(
  z
    .string()
    .regex(/^\d{1,6}(\.\d)? ?[MGT]B$/)
    .transform((v) => Math.round(Number.parseFloat(v) * SIZES[v.slice(-2) as keyof typeof SIZES]))
    .refine((n) => n >= SIZES.MB),
  'a size such as 500 MB, 10 GB or 1.5 TB',
)

const VARIABLES = {
  PORT: accepted(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((n) => n <= 65_535),
    'a whole number from 0 to 65535 (0: any free port)',
  ),
  HOST: accepted(z.string().regex(/^[\w.:-]+$/), 'a host name or an address'),
  PUBLIC_URL: accepted(
    z
      .string()
      .refine(isOrigin)
      .transform((v) => new URL(v).origin),
    'an address without a path, such as https://portal.example.com',
  ),
  DATA_DIR: text(4000, 'a folder'),
  FILES_URL: accepted(
    z.string().refine(isFilesAddress),
    'a folder, or a bucket such as s3://bucket/prefix?region=ca-central-1',
  ),
  DATABASE_URL: postgresUrl,
  DATABASE_POOLER: flag,
  PG_BIN: text(4000, 'the folder of PostgreSQL programs'),
  DEMO: flag,
  DEMO_PUBLIC: flag,
  BRAND_NAME: text(60, 'a name of at most 60 characters'),
  DOCS_URL: accepted(
    z
      .string()
      .max(500)
      .regex(/^(https?:\/\/[^\s]+|\/[^\s/][^\s]*)$/),
    'an address such as https://docs.example.com or a path of the portal such as /api/docs',
  ),
  MFA_POLICY: accepted(z.enum(MFA_POLICIES), 'one of required, administrators, optional'),
  SMTP_URL: accepted(
    z.string().regex(/^smtps?:\/\/[^\s]+$/),
    'an address such as smtps://user:password@mail.example.com',
  ),
  SMS_WEBHOOK_URL: accepted(
    z.string().refine(isWebAddress),
    'an address such as https://sms.example.com/send',
  ),
  SCAN_URL: accepted(z.string().refine(isWebAddress), 'an address such as https://scan.example.com/scan'),
  SCAN_COMMAND: text(1000, 'a program and its words, such as clamdscan --no-summary -'),
  AI_BASE_URL: accepted(z.string().refine(isWebAddress), 'an address such as https://ai.example.com/v1'),
  AI_API_KEY: text(1000, 'the key of the provider'),
  AI_MODEL: text(200, 'the name of a model'),
  AI_TRANSCRIPTION_MODEL: text(200, 'the name of a model that turns speech into words'),
  AI_SPEECH_MODEL: text(200, 'the name of a model that reads aloud'),
  AI_SPEECH_VOICE: text(100, 'the name of a voice of that model'),
  AI_PROVIDER_NAME: text(60, 'a name of at most 60 characters'),
  AI_KEY_PREFIX: text(40, 'what keys of the provider begin with'),
  AI_TOKENS_PERSON: tokensADay,
  AI_TOKENS_COMPANY: tokensADay,
  PAYMENTS_BASE_URL: accepted(z.string().refine(isWebAddress), 'an address such as https://api.stripe.com'),
  PAYMENTS_SECRET_KEY: text(1000, 'the secret key of the provider'),
  PAYMENTS_WEBHOOK_SECRET: text(1000, 'what the provider signs its messages with'),
  PAYMENTS_PROVIDER_NAME: text(60, 'a name of at most 60 characters'),
  MAIL_FROM: accepted(
    z.string().regex(/^[^\r\n]{0,200}[^\s@<>]+@[^\s@<>]+>?$/),
    'an address such as Portal <portal@example.com>',
  ),
  STORAGE_QUOTA_COMPANY: size,
  STORAGE_QUOTA_PERSON: size,
  LOG_LEVEL: accepted(z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  TRUST_PROXY: accepted(z.string().regex(/^\d$/).transform(Number), 'the number of proxies in front, 0 to 9'),
  REPORTING_AS_OF: accepted(z.iso.date(), 'a date such as 2025-08-31'),
}

export type AiConfig = {
  baseUrl: string
  apiKey: string
  model: string
  name: string
  keyPrefix?: string
  /** What answers may use of it in a day. */
  tokensADay?: { person?: number; company?: number }
  /** Who turns speech into words there, and who reads aloud; absent: nobody does. */
  transcriptionModel?: string
  speech?: { model: string; voice: string }
}

type Variable = keyof typeof VARIABLES
type Read = { [V in Variable]?: z.output<(typeof VARIABLES)[V]['schema']> }

export type Config = Readonly<{
  port: number
  host: string
  /** The origin that browsers and mails use; absent: the one that the server listens on. */
  publicUrl?: string
  /** Absolute. The embedded database, files and secrets. */
  dataDir: string
  /** Where documents are kept: a folder or a bucket; absent: below `dataDir`. */
  filesUrl?: string
  /** Absent: the embedded PostgreSQL. */
  databaseUrl?: string
  /** A transaction pooler may be in front of the database, so that connections keep nothing. */
  databasePooler: boolean
  pgBin?: string
  demo: boolean
  demoPublic: boolean
  brandName: string
  docsUrl: string
  /** The policy in force. */
  mfaPolicy: MfaPolicy
  logLevel: (typeof LOG_LEVELS)[number]
  trustedProxies: number
  /** ISO date that the reporting calendar takes for today; absent: the real one. */
  reportingAsOf?: string
  /** How mails leave; absent: they stay in the portal, where administrators see them. */
  mail?: { smtpUrl: string; from: string }
  /** Where codes by SMS are handed over; absent: there are none. */
  smsWebhookUrl?: string
  /** Who looks at uploaded files: over HTTP, or a program; absent: nobody. */
  scanUrl?: string
  scanCommand?: string
  /** How many bytes the people of a company, and one person, may upload where an administrator set nothing else. */
  storage: { company: number; person: number }
  /** Who answers in the place of the built-in assistant, where a company agrees; absent: nobody. */
  ai?: AiConfig
  /** Who keeps cards and collects from them; absent: nobody, and there is the bank transfer alone. */
  payments?: { baseUrl: string; secretKey: string; webhookSecret: string; name: string; isDouble: boolean }
  /** Lines for the operator at the start. */
  warnings: readonly string[]
}>

/**
 * The environment, parsed once. An empty variable counts as absent.
 * @throws OperatorError one line per bad value: its name, the value and what is accepted; and for a demo that would
 * be open to others (H2)
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const read = readVariables(environment)
  if (read.SMTP_URL && !read.MAIL_FROM)
    throw new OperatorError('SMTP_URL needs MAIL_FROM: the address that mails of the portal come from.')
  if (read.SCAN_URL && read.SCAN_COMMAND)
    throw new OperatorError('SCAN_URL and SCAN_COMMAND: only one of them can be the scanner.')
  const demo = read.DEMO ?? read.DATABASE_URL === undefined
  refuseOpenDemo(read, demo)
  const warnings: string[] = []
  if (read.AI_API_KEY && !(read.AI_BASE_URL && read.AI_MODEL))
    warnings.push('AI_API_KEY without AI_BASE_URL and AI_MODEL: the built-in assistant answers everybody.')
  if (read.SMTP_URL && !read.PUBLIC_URL)
    warnings.push(
      'SMTP_URL without PUBLIC_URL: links in mails lead to the address that this server listens on. Set PUBLIC_URL to the one that browsers use.',
    )
  const ofPayments = [read.PAYMENTS_BASE_URL, read.PAYMENTS_SECRET_KEY, read.PAYMENTS_WEBHOOK_SECRET]
  if (ofPayments.some(Boolean) && !ofPayments.every(Boolean))
    throw new OperatorError(
      'PAYMENTS_BASE_URL, PAYMENTS_SECRET_KEY and PAYMENTS_WEBHOOK_SECRET belong together: without one of them nobody can pay by card.',
    )
  return Object.freeze({
    port: read.PORT ?? 3000,
    host: read.HOST ?? '127.0.0.1',
    publicUrl: read.PUBLIC_URL,
    dataDir: path.resolve(read.DATA_DIR ?? 'data'),
    filesUrl: read.FILES_URL,
    databaseUrl: read.DATABASE_URL,
    databasePooler: read.DATABASE_POOLER ?? read.DATABASE_URL !== undefined,
    pgBin: read.PG_BIN,
    demo,
    demoPublic: demo && read.DEMO_PUBLIC === true,
    brandName: read.BRAND_NAME ?? 'Lotline',
    docsUrl: read.DOCS_URL ?? '/api/docs',
    mfaPolicy: effectivePolicy(read.MFA_POLICY, demo, warnings),
    // In the demo the terminal belongs to the sign-ins that the start prints.
    logLevel: read.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    trustedProxies: read.TRUST_PROXY ?? 0,
    reportingAsOf: read.REPORTING_AS_OF,
    ...(read.SMTP_URL && read.MAIL_FROM && { mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM } }),
    smsWebhookUrl: read.SMS_WEBHOOK_URL,
    scanUrl: read.SCAN_URL,
    scanCommand: read.SCAN_COMMAND,
    storage: {
      company: read.STORAGE_QUOTA_COMPANY ?? 10 * SIZES.GB,
      person: read.STORAGE_QUOTA_PERSON ?? 2 * SIZES.GB,
    },
    ...aiOf(read),
    ...paymentsOf(read),
    warnings: Object.freeze(warnings),
  })
}

/** Without a key nobody outside is asked. */
function aiOf(read: Read): Pick<Config, 'ai'> {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model, AI_KEY_PREFIX: keyPrefix } = read
  if (!baseUrl || !apiKey || !model) return {}
  const { AI_TRANSCRIPTION_MODEL: transcriptionModel, AI_SPEECH_MODEL: speaks } = read
  const { AI_TOKENS_PERSON: person, AI_TOKENS_COMPANY: company } = read
  return {
    ai: {
      ...{ baseUrl, apiKey, model, name: read.AI_PROVIDER_NAME ?? 'AI' },
      ...(keyPrefix && { keyPrefix }),
      tokensADay: { ...(person && { person }), ...(company && { company }) },
      ...(transcriptionModel && { transcriptionModel }),
      ...(speaks && { speech: { model: speaks, voice: read.AI_SPEECH_VOICE ?? 'alloy' } }),
    },
  }
}

function paymentsOf(read: Read): Pick<Config, 'payments'> {
  const {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_WEBHOOK_SECRET: webhookSecret,
  } = read
  if (!baseUrl || !secretKey || !webhookSecret) return {}
  const name = read.PAYMENTS_PROVIDER_NAME ?? new URL(baseUrl).hostname
  return { payments: { baseUrl, secretKey, webhookSecret, name, isDouble: false } }
}

const SECRET = new Set(['AI_API_KEY', 'PAYMENTS_SECRET_KEY', 'PAYMENTS_WEBHOOK_SECRET'])

function readVariables(environment: NodeJS.ProcessEnv): Read {
  const faults: string[] = []
  const read: Record<string, unknown> = {}
  for (const [name, { schema, words }] of Object.entries(VARIABLES)) {
    const value = environment[name]
    if (value === undefined || value === '') continue
    const parsed = schema.safeParse(value)
    if (parsed.success) read[name] = parsed.data
    else faults.push(`${name}=${SECRET.has(name) ? '***' : withoutPassword(value)}: expected ${words}.`)
  }
  if (faults.length > 0) throw new OperatorError(faults.join('\n'))
  return read as Read
}

/** H2: everybody knows the demo's passwords, so that it is served to this machine only unless asked otherwise. */
function refuseOpenDemo(read: Read, demo: boolean): void {
  if (!demo || read.DEMO_PUBLIC) return
  const open = [
    read.HOST !== undefined && !isLoopback(read.HOST) && `HOST=${read.HOST}`,
    read.PUBLIC_URL !== undefined &&
      !isLoopback(new URL(read.PUBLIC_URL).hostname) &&
      `PUBLIC_URL=${read.PUBLIC_URL}`,
    read.TRUST_PROXY !== undefined && read.TRUST_PROXY > 0 && `TRUST_PROXY=${read.TRUST_PROXY}`,
  ].find((reason) => reason !== false)
  if (!open) return
  throw new OperatorError(
    `${open} would open the demo, whose passwords are public. ` +
      'Set DEMO=0 to start without it, or DEMO_PUBLIC=1 to serve it with generated passwords.',
  )
}

/**
 * Who needs a second factor. Not the demo's people, whose password everybody knows anyway: there a tenant that is stricter
 * shows what it is like.
 */
function effectivePolicy(asked: Read['MFA_POLICY'], demo: boolean, warnings: string[]): MfaPolicy {
  const policy = demo ? 'optional' : (asked ?? 'required')
  if (asked && asked !== policy)
    warnings.push(`MFA_POLICY=${asked}: the demo asks for a second factor at Laurentides Vital only.`)
  else if (asked === 'administrators')
    warnings.push('MFA_POLICY=administrators: only administrators need a second factor.')
  else if (asked === 'optional') warnings.push('MFA_POLICY=optional: no account needs a second factor.')
  return policy
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && search === '' && hash === '' && username === ''
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

function withoutPassword(value: string): string {
  return value.replace(/(:\/\/[^:@/\s]*):[^@\s]*@/, '$1:***@')
}

import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '../../src/app/server/demo/seed-demo.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { fixed } from './support/assistant-fixed.ts'
import { type Case, drawn, type Tongue, written } from './support/assistant-questions.ts'
import { rowsBehind } from './support/assistant-rows.ts'
import { readTruth, type Truth } from './support/assistant-truth.ts'
import { openProof } from './support/proof.ts'
import { unfounded } from './support/strict-figures.ts'

const AS_OF = '2025-08-31'
/** As many at once; each asks in the name of several in the long form: nobody may ask so much in a minute. */
const AT_ONCE = 5
const ASKERS = size(AT_ONCE, 120)
const proof = openProof('assistant-questions')
let portal: TestPortal
let superuser: Superuser
let truth: Truth
let tenant: number
let askers: Actor[]
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: AS_OF })
  await seedDemo(portal, { asOf: AS_OF, password: 'demo-Portal-2025' })
  superuser = await connectSuperuser(portal.location)
  tenant = await superuser.value<number>(`select id from tenants where name = 'Boréal Santé'`)
  truth = await readTruth(superuser, tenant, AS_OF)
  askers = []
  while (askers.length < ASKERS) askers.push(await aMember(portal, tenant, 'tenant_admin'))
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

/** A busy machine may answer 503: that is no answer, and whoever hears it asks again. */
async function answered(ask: () => Promise<{ status: number; body: Json }>) {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 30) return answer
    await rest(1000)
  }
}

const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').toLowerCase()

/** declined: though there is an answer; missed: right, but in another language or without the link to where it stands. */
type Outcome = 'right' | 'declined' | 'missed' | 'wrong' | 'invented'
async function judge({ ask, in: tongue, says, at }: Case, who: Actor): Promise<[Outcome, string]> {
  const { status, body } = await answered(() => who.post('/api/v1/assistant/turns', { question: ask }))
  if (status !== 200) return ['wrong', `${ask}: ${status} ${body.code}`]
  const { answer, outcome, language, citations }: Json = body
  const told = `${ask} [${tongue}] -> ${outcome}, ${language}: ${answer} ${citations.map(({ href }: Json) => href)}`
  const links = citations.map(({ href }: Json) => String(href))
  const rows = await rowsBehind(superuser, { tenant, today: AS_OF }, links)
  // Who says that there is nothing repeats what was asked.
  const invented = unfounded(answer, language, rows, ask)
  if (invented.length > 0) return ['invented', `${told}; invented: ${invented.join(' / ')}`]
  if (outcome === 'declined') return [says === null ? 'right' : 'declined', told]
  if (says === null) return ['wrong', told]
  const wanted = says(written(language as Tongue))
  const absent = wanted.filter((text) => !plain(answer).includes(plain(text)))
  if (absent.length > 0) return ['wrong', `${told}; not said: ${absent.join(', ')}`]
  const isLinked = !at || citations.some(({ href }: Json) => decodeURIComponent(href).startsWith(at))
  return [isLinked && language === tongue ? 'right' : 'missed', `${told}; wanted ${at} in ${tongue}`]
}

async function askAll(cases: readonly Case[]): Promise<Record<Outcome, string[]>> {
  const found: Record<Outcome, string[]> = { right: [], declined: [], wrong: [], missed: [], invented: [] }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let at = lane; at < cases.length; at += AT_ONCE) {
        const [outcome, told] = await judge(cases[at] as Case, askers[at % ASKERS] as Actor)
        found[outcome].push(told)
      }
    }),
  )
  return found
}

const draw = <T>(from: readonly T[], many: number): T[] =>
  from
    .map((each) => ({ each, at: proof.random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, many)
    .map(({ each }) => each)

it.each<[string, number, () => Case[]]>([
  ['written down', size(30, 169), () => draw(fixed(truth), size(30, 169))],
  [
    'drawn over random rows',
    size(30, 2500),
    () => Array.from({ length: size(30, 2500) }, () => drawn(truth, proof.random)),
  ],
])(
  'questions %s: four fifths are answered right, the others declined, and no figure is invented',
  async (kind, many, cases) => {
    const asked = cases()
    expect(asked.length).toBe(many)
    const { right, declined, missed, wrong, invented } = await askAll(asked)
    proof.note({
      [kind]: {
        ...{ asked: asked.length, right: right.length, declined: declined.length, missed: missed.length },
        ...{ wrong: wrong.length, invented: invented.length },
      },
    })
    expect([...wrong, ...invented]).toEqual([])
    expect(right.length + declined.length + missed.length).toBe(asked.length)
    expect(right.length, [...declined, ...missed].join('\n')).toBeGreaterThanOrEqual(asked.length * 0.8)
  },
)

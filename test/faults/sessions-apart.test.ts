import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof } from './support/proof.ts'

const proof = openProof('sessions-apart')
let portal: TestPortal
let superuser: Superuser
/** Of two companies in turns, each with orders that say whose they are; of each several, as nobody may write so often in a minute. */
let members: { actor: Actor; mark: string }[]
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  members = []
  const companies: { tenant: number; mark: string }[] = []
  for (const mark of ['zzours', 'zztheirs']) {
    const tenant = await aTenant(portal)
    await superuser.query(
      `insert into orders (tenant_id, source_id, source_key, ord_no, currency)
         select $1::int, 1, $2 || n, $2 || '-' || n, 'CAD' from generate_series(1, 20) n`,
      [tenant, mark],
    )
    companies.push({ tenant, mark })
  }
  for (let at = 0; at < size(2, 12); at++) {
    const { tenant, mark } = companies[at % 2] as (typeof companies)[number]
    members.push({ actor: await aMember(portal, tenant), mark })
  }
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

it('what two companies ask in turns over the same connections never mixes, whatever goes wrong between (T10)', async () => {
  const requests = size(300, 10_000)
  const kinds: Record<string, number> = {}
  const count = (kind: string) => {
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  const foreign: string[] = []
  const odd: string[] = []
  const ask = async (at: number) => {
    const { actor, mark } = members[at % members.length] as (typeof members)[number]
    const headers = { cookie: cookieOf(actor) }
    const chance = proof.random()
    // Broken off, refused inside its transaction, or with every connection of the server ended.
    if (chance < 0.1) {
      const asked = fetch(`${portal.url}/api/v1/orders?search=${mark}`, {
        headers,
        signal: AbortSignal.timeout(1 + Math.floor(proof.random() * 5)),
      }).then((answer) => answer.text())
      count(
        await asked.then(
          () => 'in time',
          () => 'broken off',
        ),
      )
    } else if (chance < 0.2) {
      const { status } = await createClient(portal.url).post('/api/v1/members/x/remove', {}, { headers })
      if (status !== 403 && status !== 503) odd.push(`${at}: a refused write answered ${status}`)
      count('refused')
    } else if (chance < 0.21) {
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like 'portal_app%'`,
      )
      count('ended')
    } else {
      const { status, body } = await createClient(portal.url).get('/api/v1/orders?limit=50', { headers })
      count(String(status))
      if (status === 200) {
        const numbers: string[] = body.items.map(({ ordNo }: { ordNo: string }) => ordNo)
        if (numbers.length !== 20 || !numbers.every((number) => number.startsWith(`${mark}-`)))
          foreign.push(`${at}: ${numbers.join()}`)
      } else if (status !== 503) odd.push(`${at}: ${status} ${body.code}`)
    }
  }
  const queue = Array.from({ length: requests }, (_, at) => at).values()
  const row = async () => {
    for (const at of queue) await ask(at)
  }
  await Promise.all(Array.from({ length: 16 }, row))
  proof.note({ requests, kinds, foreign: foreign.length })
  expect(foreign).toEqual([])
  expect(odd).toEqual([])
  // Of a busy machine no more is asked than that there was something to mix up.
  expect(kinds[200]).toBeGreaterThan(requests / 50)
})

it('a token that was renewed by a server killed before it could answer is still good (T15)', async () => {
  const rounds = size(2, 30)
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    const { actor } = members[round % members.length] as (typeof members)[number]
    const beside = await startBeside(portal)
    const headers = { cookie: cookieOf(actor) }
    const renewed = () =>
      superuser.value<number>(
        'select count(*) from auth.retired_tokens r join auth.sessions s on s.id = r.session_id where s.user_id = $1',
        [actor.userId],
      )
    const before = await renewed()
    const lost = createClient(beside.url)
      .post('/api/v1/session/refresh', undefined, { headers })
      .then(
        () => true,
        () => false,
      )
    // Killed as soon as the new token is in the database, whether the answer is on its way or not.
    await expect.poll(renewed, { interval: 1 }).toBe(before + 1)
    await beside.kill()
    if (await lost) answered++
    const late = createClient(portal.url)
    expect((await late.post('/api/v1/session/refresh', undefined, { headers })).status).toBe(200)
    const session = late.cookies.get('portal_session') as string
    expect(
      (
        await createClient(portal.url).get('/api/v1/session', {
          headers: { cookie: `portal_session=${session}` },
        })
      ).status,
    ).toBe(200)
    actor.cookies.set('portal_session', session)
  }
  proof.note({ killed: rounds, answeredAllTheSame: answered })
})

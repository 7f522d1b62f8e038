import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RATINGS, TEXTS } from '../../src/features/feedback/domain/vocabulary.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let administrator: Actor
let buyer: Actor
let service: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  const tenant = await aTenant(portal, { name: 'Kestrel' })
  administrator = await anAdministrator(portal)
  buyer = await aMember(portal, tenant)
  service = await aStaffMember(portal, 'customer_service')
})
afterAll(() => portal?.close())

const SEND = '/api/v1/feedback'
const INBOX = '/api/v1/admin/feedback'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const inbox = async (filter = ''): Promise<Json> => (await administrator.get(`${INBOX}?${filter}`)).body
const summary = async (): Promise<Json> => (await administrator.get(`${INBOX}-summary`)).body
const whole = {
  ...{ overallSatisfaction: 5, easeOfUse: 4, featureCompleteness: 3, performance: 2, support: 1 },
  mostUsefulFeature: 'Les étapes de commande',
  leastUsefulFeature: 'None',
  missingFeatures: 'Blanket orders',
  improvements: '  ',
  additionalComments: '=1+1 <b>bold</b>',
  wouldRecommend: 'probably-not',
  contactForFollowUp: true,
}

describe('feedback (F5)', () => {
  it('is given by those who are signed in, within bounds, and read by administrators alone', async () => {
    const nobody = createClient(portal.url)
    expect(said(await nobody.post(SEND, {}))).toEqual([401, 'no_session'])
    for (const path of [INBOX, `${INBOX}-summary`]) {
      expect(said(await nobody.get(path))).toEqual([401, 'no_session'])
      for (const actor of [buyer, service])
        expect(said(await actor.get(path))).toEqual([403, 'permission_denied'])
    }
    for (const wrong of [
      ...RATINGS.flatMap((rating) => [{ [rating]: 6 }, { [rating]: -1 }, { [rating]: 2.5 }]),
      ...TEXTS.map((text) => ({ [text]: 'x'.repeat(4001) })),
      { wouldRecommend: 'perhaps' },
      { contactForFollowUp: 'yes' },
      { more: 1 },
      { improvements: 'a\u0000b' },
    ])
      expect([wrong, said(await buyer.post(SEND, wrong))]).toEqual([wrong, [422, 'validation']])
    expect((await inbox()).total).toBe(0)
    expect(await summary()).toMatchObject({ count: 0, averages: { support: null } })
  })

  it('is kept whole with who gave it, found by its words, filters and sums, and told to administrators', async () => {
    const { body } = await buyer.post(SEND, whole)
    const { id } = body
    expect((await service.post(SEND, {})).status).toBe(200)
    expect((await service.post(SEND, { overallSatisfaction: 2, wouldRecommend: 'definitely' })).status).toBe(
      200,
    )
    const { items, total } = await inbox()
    expect([total, items.at(-1)]).toEqual([
      3,
      {
        ...{ ...whole, id, improvements: null, name: 'Test Person', email: buyer.email },
        ...{ tenantName: 'Kestrel', sentAt: expect.any(String), reviewedAt: null, reviewedBy: null },
      },
    ])
    expect(items[0]).toMatchObject({ email: service.email, tenantName: null, mostUsefulFeature: null })
    for (const [filter, count] of [
      ['search=ETAPES', 1],
      [`search=${buyer.email}`, 1],
      ['search=nothing', 0],
      ['recommendation=definitely', 1],
      ['stars=2', 1],
      ['stars=5', 2],
      ['contact=true', 1],
      ['state=open', 3],
      ['state=reviewed', 0],
    ] as const)
      expect([filter, (await inbox(filter)).total]).toEqual([filter, count])
    const first = await inbox('limit=2')
    const second = await inbox(`limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map((one) => one.id)).toEqual(items.map((one: Json) => one.id))
    expect(await summary()).toEqual({
      ...{ count: 3, toReview: 3, toContact: 1 },
      averages: {
        overallSatisfaction: 3.5,
        easeOfUse: 4,
        featureCompleteness: 3,
        performance: 2,
        support: 1,
      },
      recommendations: { definitely: 1, probably: 0, maybe: 0, 'probably-not': 1, 'definitely-not': 0 },
    })
    await expect
      .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
      .toBe(0)
    const notices = async (actor: Actor) =>
      (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    expect(await notices(administrator)).toEqual(['Feedback from Test Person, who wants to be contacted'])
    for (const actor of [buyer, service]) expect(await notices(actor)).toEqual([])
  })

  it('was looked at when an administrator says so, and can be taken up again', async () => {
    const { id } = (await buyer.post(SEND, {})).body
    const review = (actor: Actor, reviewed: boolean, of = id) =>
      actor.post(`${INBOX}/${of}/review`, { reviewed })
    for (const actor of [buyer, service])
      expect(said(await review(actor, true))).toEqual([403, 'permission_denied'])
    expect(said(await review(administrator, true, 900_001))).toEqual([404, 'not_found'])
    expect((await review(administrator, true)).body).toEqual({ reviewed: true })
    const [one] = (await inbox('state=reviewed')).items
    expect(one).toMatchObject({ id, reviewedAt: expect.any(String), reviewedBy: 'Test Person' })
    expect((await review(administrator, false)).body).toEqual({ reviewed: false })
    expect((await inbox('state=reviewed')).total).toBe(0)
  })

  it('is in the copy of one’s own data, and in nobody else’s', async () => {
    const own = (await buyer.get('/api/v1/own-data')).body.feedback
    expect(own.map((one: Json) => one.most_useful_feature)).toContain('Les étapes de commande')
    expect((await administrator.get('/api/v1/own-data')).body.feedback).toEqual([])
    const [kept] = await peek(portal, 'select count(*)::int as n from portal.feedback')
    expect(kept.n).toBeGreaterThan(own.length)
  })
})

import { DEMO_PASSWORD, MARK } from '../../test/support/hostile-rows.ts'

/** The same where at most 100 signs fit. */
const IN_A_LINE = '<img src=x onerror=window.ran=1>'

async function signedIn(url: string, email?: string) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body: object | undefined, cookie: string) => {
    const answer = await fetch(url + path, {
      ...{ method, headers: { ...headers, ...(cookie && { cookie }) } },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer
  }
  const person = { email, password: DEMO_PASSWORD }
  const cookies = email
    ? (await ask('POST', '/api/auth/sign-in/email', person, '')).headers.getSetCookie()
    : []
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  return async (method: string, path: string, body?: object) =>
    (await ask(method, `/api/v1${path}`, body, cookie)).json()
}

/** What the demo begins without, so that their screens have a row to show; none of it is seen elsewhere. */
export async function fillEmptyScreens(url: string): Promise<void> {
  const admin = await signedIn(url, 'admin@portal.example')
  const owner = await signedIn(url, 'owner@boreal.example')
  const visitor = await signedIn(url)
  const { version } = await admin('GET', '/admin/company')
  await admin('PATCH', '/admin/company', { version, legalName: 'The Maker', address: '1 Mill Street' })
  const texts = { en: MARK, 'fr-CA': '', de: '', es: '' }
  await admin('POST', '/admin/claims', { kind: 'operator', proof: null, statedOn: '2026-01-01', texts })
  await admin('POST', '/admin/roles', { kind: 'tenant', name: 'Night Clerk', permissions: ['orders.read'] })
  await admin('POST', '/admin/keys', { label: IN_A_LINE, scope: 'read', source: 'main', client: null })
  await admin('POST', '/admin/announcements', {
    ...{ kind: 'information', tenantIds: null, startsAt: '2099-01-01T00:00:00Z', endsAt: null },
    texts: [{ language: 'en', title: IN_A_LINE, text: MARK }],
  })
  await owner('POST', '/feedback', { improvements: 'Less of it' })
  await visitor('POST', '/public/demo-requests', {
    ...{ name: 'Some Body', email: 'some@body.example', company: 'Any Company', about: 'Tell me' },
  })
}

import { expect, it } from 'vitest'
import { endpointsOf } from '../../platform/server/endpoint/refuse-unguarded.ts'
import { contract } from './features.ts'

const endpoints = [...endpointsOf(contract)].map(({ name, meta, route }) => {
  const { method = 'GET', path = '' } = route as { method?: string; path?: string }
  // An act is called `<thing>.<what was done to it>`.
  const [thing = '', done = ''] = (meta.audit ?? '').split('.')
  return { name, meta, method, path, permission: meta.permission ?? '', thing, done }
})
type Endpoint = (typeof endpoints)[number]

const GIVES_ACCESS = ['users.manage', 'members.manage', 'roles.manage', 'temporary_access.manage']
/** What only takes something away at once is not asked again for. */
const TAKES_AWAY = /^(invitation_withdrawn|sessions_ended|removed)$/

/** Who is asked again before it (A4, J7), by permission, name, and what is done. */
const asksAgain = ({ method, path, permission, thing, done }: Endpoint): boolean =>
  (method !== 'GET' && GIVES_ACCESS.includes(permission) && !TAKES_AWAY.test(done)) ||
  // Keys, rules of access and limits of approval; looking through somebody's eyes.
  (method !== 'GET' && /\/(keys|policies|approval-limit|viewing)(\/|$)/.test(path) && done !== 'ended') ||
  // One's own address, what a link or code opens, and whether a whole company comes in.
  /^(revealed|email_changed|change_asked|suspended|resumed)$/.test(done) ||
  // What is gone for ever.
  done === 'erased' ||
  (done === 'removed' && permission.endsWith('.approve')) ||
  // An export of everything.
  (done === 'exported' && /^(own_data|audit|tenant)$/.test(thing))

/** What is a signature (J7): versions, certificates, the state of a lot, recalls and complaints. */
const isSignature = ({ permission, thing, done }: Endpoint): boolean =>
  permission !== '' &&
  !permission.endsWith('.read') &&
  ((/^(document|version|certificate)$/.test(thing) && /^(released|withdrawn)$/.test(done)) ||
    /^(lot|recall|complaint)$/.test(thing))

const namesOf = (which: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter(which)
    .map(({ name }) => name)
    .toSorted()

it('asks once more before exactly what hands out access, destroys, or takes everything away', () => {
  expect(namesOf(({ meta }) => meta.stepUp === true)).toEqual(namesOf(asksAgain))
  expect(namesOf(asksAgain)).toEqual(
    expect.arrayContaining([
      ...['mail.reveal', 'session.changeEmail', 'users.erase', 'upstream.issue', 'roles.change'],
      ...['audit.export', 'session.export', 'documentsAdmin.remove', 'purchaseOrders.setLimit'],
    ]),
  )
})

it('has a signature on exactly what is one', () => {
  expect(namesOf(({ meta }) => meta.signs === true)).toEqual(namesOf(isSignature))
  expect(namesOf(isSignature)).toEqual(
    expect.arrayContaining(['documentsAdmin.release', 'documentsAdmin.withdraw']),
  )
})

it('leaves to the verb only what depends on what is issued: a credit note above the limit', () => {
  expect(namesOf(({ meta }) => meta.stepUp === 'inside')).toEqual(['finance.issueDraft'])
})

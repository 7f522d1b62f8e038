import { expect } from 'vitest'
import type { Row, Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Those of the assistant: that somebody asked is told, never what. */
export function auditedAssistantWrites(
  portal: TestPortal,
  superuser: Superuser,
  tenant: number,
): Record<string, AuditedWrite> {
  const ASSISTANT = '/api/v1/assistant'
  const row = (actor: Actor, more: Row, chain = tenant): Row => ({
    ...{ tenant_id: chain, actor: actor.userId, object_type: 'assistant', ...more },
  })
  const texts = { en: 'Audited', 'fr-CA': '', de: '', es: '' }
  let turn = 0
  return {
    'POST /assistant/turns': {
      act: (actor) => actor.post(`${ASSISTANT}/turns`, { question: 'What are your lead times?' }),
      expected: (actor) =>
        row(actor, { action: 'assistant.asked', new: { answeredBy: 'built_in', outcome: 'answered' } }),
    },
    'PUT /assistant/turns/{id}/settlement': {
      arrange: async (actor) => {
        turn = await superuser.value<number>(
          `insert into assistant_turns (tenant_id, user_id, question, answer, outcome, answered_by, language, proposal)
           values ($1, $2, 'x', 'x', 'answered', 'built_in', 'en', '{}') returning id::int`,
          [tenant, actor.userId],
        )
      },
      act: (actor) =>
        actor.send('PUT', `${ASSISTANT}/turns/${turn}/settlement`, {
          settled: 'confirmed',
          result: '/orders/issues/1',
        }),
      expected: (actor) =>
        row(actor, {
          object_id: String(turn),
          old: { settled: null, result: null },
          new: { settled: 'confirmed', result: '/orders/issues/1' },
        }),
    },
    'DELETE /assistant/turns': {
      arrange: (actor) => actor.post(`${ASSISTANT}/turns`, { question: 'hello' }),
      act: (actor) => actor.send('DELETE', `${ASSISTANT}/turns`),
      expected: (actor) => row(actor, { action: 'assistant.cleared', new: { turns: 0 } }),
    },
    'PUT /assistant/setting': {
      asker: () => aMember(portal, tenant, 'tenant_admin'),
      act: (actor) => actor.send('PUT', `${ASSISTANT}/setting`, { mode: 'off', consent: false, version: 0 }),
      expected: (actor) =>
        row(actor, { object_id: String(tenant), old: { mode: 'built_in' }, new: { mode: 'off' } }),
    },
    'PUT /voice/setting': {
      asker: () => aMember(portal, tenant, 'tenant_admin'),
      // The mode was chosen before.
      act: async (actor) => {
        const { version } = (await actor.get('/api/v1/voice')).body.setting
        return actor.send('PUT', '/api/v1/voice/setting', { browserSpeech: true, version })
      },
      expected: (actor) =>
        row(actor, {
          ...{ action: 'voice.chosen', object_id: String(tenant) },
          ...{ old: { browserSpeech: false }, new: { browserSpeech: true } },
        }),
    },
    'PUT /voice/told': {
      act: (actor) => actor.send('PUT', '/api/v1/voice/told', { hearer: 'browser' }),
      expected: (actor) =>
        row(actor, { action: 'voice.told', object_id: actor.userId, new: { hearer: 'browser' } }),
    },
    'POST /voice/transcriptions': {
      act: (actor) =>
        actor.post('/api/v1/voice/transcriptions?language=en', 'x', {
          headers: { 'content-type': 'application/octet-stream' },
        }),
      status: 409,
      expected: () => [],
    },
    'POST /voice/speech': {
      act: (actor) => actor.post('/api/v1/voice/speech', { turn: 1 }),
      status: 409,
      expected: () => [],
    },
    'PUT /assistant/facts/{topic}': {
      asker: () => anAdministrator(portal),
      act: (actor) =>
        actor.send('PUT', `${ASSISTANT}/facts/company`, {
          ...{ texts, owner: 'Service', statedOn: '2025-01-02', version: 1 },
        }),
      expected: (actor) =>
        row(
          actor,
          {
            object_id: 'company',
            new: expect.objectContaining({ texts, owner: 'Service', statedOn: '2025-01-02' }),
          },
          0,
        ),
    },
    'PUT /product-classes/{class}': {
      asker: () => anAdministrator(portal),
      act: (actor) =>
        actor.send('PUT', '/api/v1/product-classes/blend', {
          ...{ minimum: { quantity: 110, unit: 'KG' }, leadWeeks: { from: 5, to: 8 } },
          ...{ owner: 'Planning', statedOn: '2025-01-02', version: 1 },
        }),
      expected: (actor) =>
        row(
          actor,
          {
            object_type: 'class_terms',
            object_id: 'blend',
            old: expect.objectContaining({ leadWeeks: { from: 6, to: 8 } }),
            new: expect.objectContaining({ leadWeeks: { from: 5, to: 8 }, owner: 'Planning' }),
          },
          0,
        ),
    },
    'POST /assistant/key-test': {
      asker: () => anAdministrator(portal),
      act: (actor) => actor.post(`${ASSISTANT}/key-test`),
      expected: () => [],
    },
  }
}

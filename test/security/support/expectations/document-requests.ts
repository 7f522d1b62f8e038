import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal, Request } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  file,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  query,
  RANDOM_ID,
  wrongFiles,
} from './ask.ts'
import { attached } from './attached.ts'

const PATH = '/document-requests'
const reads = { permission: 'documents.read' }
const sends = { permission: 'document_requests.write' }
const asks = { permission: 'documents.write' }
const shownIn = 'test/server/document-requests.test.ts'
const wish = { tenantIds: [RANDOM_ID], title: 'x' }

const countFor = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from document_requests where ${where} and ($1::int[] is null or tenant_id = any ($1))`,
    [sees === 'all' ? null : sees],
  )

/** One request by its id: the other tenant's is as absent as none. */
const one = (
  access: Expectation['access'],
  ask: (id: number | string) => Request,
  more: Call[] = [],
): Expectation => ({
  access,
  shownIn,
  calls: [
    { name: 'none', request: () => ask(RANDOM_ID), refusal: [404, 'not_found'] },
    ...['0', 'x'].map((id): Call => ({ name: `id ${id}`, request: () => ask(id), refusal: invalid })),
    ...more,
  ],
  alike: [
    {
      name: 'the other tenant’s',
      foreign: ({ foreignRequest }) => ask(foreignRequest),
      random: () => ask(RANDOM_ID),
    },
  ],
})

export const documentRequestsExpectations: Record<string, Expectation> = {
  'GET /document-requests': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get(`${PATH}?limit=1000`),
        check: async (body, world, asker) => {
          const count = await countFor(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`${PATH}?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await countFor(world, asker, `title like '${FOREIGN}%'`))
          return false
        },
      },
      ...badQueries(PATH, 'limit=0', 'state=lost', 'company=0', `search=${'x'.repeat(201)}`),
      ...badCursors(PATH, 2),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`${PATH}?${query({ search: FOREIGN })}`),
        random: () => get(`${PATH}?${query({ search: NOTHING })}`),
      },
      {
        name: 'company',
        foreign: ({ other }) => get(`${PATH}?${query({ company: other })}`),
        random: () => get(`${PATH}?${query({ company: RANDOM_ID })}`),
      },
      {
        name: 'place in the list',
        foreign: () => get(`${PATH}?${query({ cursor: sealCursor(['1', 1]) })}`),
        random: () => get(`${PATH}?${query({ cursor: sealCursor(['1', 0]) })}`),
      },
    ],
  },
  'GET /document-requests/{id}': one(reads, (id) => get(`${PATH}/${id}`), [
    {
      name: 'own',
      request: ({ ownRequest }) => get(`${PATH}/${ownRequest}`),
      refusal: ({ own }, { sees }) =>
        sees !== 'all' && !sees.includes(own) ? [404, 'not_found'] : undefined,
      check: ({ request, files, record }) => {
        equal('title', request.title, `${OWN} request`)
        equal('files', files.length, 1)
        equal('record', record.length, 1)
        return true
      },
    },
  ]),
  'POST /document-requests': {
    access: asks,
    shownIn,
    calls: [
      { name: 'nobody’s', request: () => post(PATH, wish), refusal: [422, 'unknown_tenant'] },
      { name: 'nobody', request: () => post(PATH, { ...wish, tenantIds: [] }), refusal: invalid },
      { name: 'nothing', request: () => post(PATH, { ...wish, title: ' ' }), refusal: invalid },
      notJson(PATH),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => post(PATH, { ...wish, tenantIds: [other] }),
        random: () => post(PATH, wish),
      },
    ],
  },
  'POST /document-requests/{id}/sending': one(sends, (id) => post(`${PATH}/${id}/sending`, { version: 1 }), [
    {
      name: 'no version',
      request: () => post(`${PATH}/${RANDOM_ID}/sending`, {}),
      refusal: [428, 'version_needed'],
    },
  ]),
  'POST /document-requests/{id}/decision': one(
    asks,
    (id) => post(`${PATH}/${id}/decision`, { act: 'accept', version: 1 }),
    [
      { name: 'no such act', request: () => post(`${PATH}/1/decision`, { act: 'send' }), refusal: invalid },
      {
        name: 'no reason',
        request: () => post(`${PATH}/1/decision`, { act: 'withdraw', version: 1 }),
        refusal: [422, 'request_reason'],
      },
    ],
  ),
  'POST /document-requests/{id}/files': one(
    sends,
    (id) => file(`${PATH}/${id}/files?name=x.csv`),
    wrongFiles(`${PATH}/${RANDOM_ID}/files`),
  ),
  'GET /document-requests/{id}/files/{fileId}': attached(
    reads,
    'requests',
    (id, fileId) => `${PATH}/${id}/files/${fileId}`,
    ({ sees }) => sees,
  ),
  'DELETE /document-requests/{id}/files/{fileId}': one(sends, (id) => ({
    method: 'DELETE',
    path: `/api/v1${PATH}/${id}/files/1`,
  })),
  'POST /document-requests/{id}/files/{fileId}/document': one(asks, (id) =>
    post(`${PATH}/${id}/files/1/document`, {}),
  ),
}

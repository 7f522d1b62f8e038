import { wholeList } from '../../../platform/server/endpoint/sorted-page.ts'
import type { Asked } from '../../../platform/server/export/answer-table-file.ts'
import { listFile } from '../../../platform/server/export/list-file.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { screenWords } from '../../../platform/server/http/screen-words.ts'
import { type ClientRow, type ClientSort, type ClientsFileInput, tenantsFileContract } from '../contract.ts'
import { clientsOf } from './list-clients.ts'

/** Every client that fits, with what there is of it. */
async function openClientsFile(asked: Asked<ClientsFileInput>) {
  const { clients: words } = screenWords(asked.language)
  return listFile<ClientRow>(asked, {
    title: words.title,
    objectType: 'tenants',
    ...wholeList<ClientRow, ClientSort>(clientsOf(asked.input), asked.input.sort),
    columns: ({ text, number, moment }) => [
      text(words.name, ({ name }) => name, 36),
      text(words.state, ({ suspendedAt }) => words.states[suspendedAt ? 'suspended' : 'active'], 14),
      text(words.language, ({ language }) => language, 12),
      text(words.currency, ({ currency }) => currency, 12),
      number(words.orders, ({ orders }) => orders),
      number(words.people, ({ people }) => people),
      moment(words.lastSignIn, ({ lastSignIn }) => lastSignIn),
      moment(words.lastData, ({ lastData }) => lastData),
      moment(words.since, ({ createdAt }) => createdAt),
    ],
  })
}

/** `GET /admin/tenants/export` */
export const clientsFile = tableKind(tenantsFileContract.export, openClientsFile)

import { attachFile } from '../../../platform/web/api/attach-file.ts'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { portalFetch } from '../../../platform/web/api/portal-fetch.ts'
import { createDraftKeeper } from '../../../platform/web/forms/draft-keeper.ts'
import type { Drafts } from '../../../platform/web/forms/draft-store.ts'
import type { DraftStore } from '../../../platform/web/forms/stored-draft.ts'
import { formDraftsContract } from '../contract.ts'

const api = createApi(formDraftsContract)

/** On the server, under the person and the company that the session is in. */
const store: DraftStore = {
  get: async (form) => (await api.get({ form })).draft,
  async put(form, contents, version, last) {
    // What is sent as the page goes away has to say so.
    const answer = await portalFetch(`/api/v1/drafts/${encodeURIComponent(form)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contents, version }),
      keepalive: last,
    })
    return ((await answer.json()) as { version: number }).version
  },
  remove: (form, version) => api.remove({ form, ...(version !== undefined && { version }) }),
  addFile: async (form, file) => ((await attachFile('/draft-files', file, { form })) as { id: number }).id,
  removeFile: (id) => api.removeFile({ id }),
}

export const drafts: Drafts = { ...store, open: (place) => createDraftKeeper({ ...place, store }) }

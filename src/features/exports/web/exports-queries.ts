import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { type ExportJob, exportsContract } from '../contract.ts'

export const exportsApi = createApi(exportsContract)

const POLL_INTERVAL_MS = 1000

const isUnderWay = ({ state }: ExportJob) => state === 'queued' || state === 'running'

/** The user's exports of the last day; looked at every second while one is under way. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await exportsApi.list({}, { signal })).items,
  refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? POLL_INTERVAL_MS : false),
})

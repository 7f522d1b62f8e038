import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { voiceContract } from '../../voice-contract.ts'

export const voiceApi = createApi(voiceContract)

export const voiceQuery = queryOptions({
  queryKey: ['assistant', 'voice'],
  queryFn: ({ signal }) => voiceApi.get(undefined, { signal }),
})

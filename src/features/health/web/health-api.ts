import { createApi } from '../../../platform/web/api/create-api.ts'
import { healthContract } from '../contract.ts'

export const healthApi = createApi(healthContract)

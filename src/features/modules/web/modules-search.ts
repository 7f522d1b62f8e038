import { readText } from '../../../platform/web/url/read-search.ts'

export type ModulesSearch = { search?: string | undefined }

export const readModulesSearch = (raw: Record<string, unknown>): ModulesSearch => ({
  search: readText(raw.search),
})

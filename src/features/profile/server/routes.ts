import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { profileContract } from '../contract.ts'
import { changeProfile, getProfile } from './own-profile.ts'

const os = implement(profileContract).$context<RequestContext & { language: ServerLanguage }>().use(inTenant)

export const profileRoutes = os.router({
  get: os.get.handler(({ context }) => getProfile(context.tx, context.actor)),
  change: os.change.handler(({ context, input }) =>
    changeProfile(
      context.tx,
      context.actor,
      { ...input, version: knownVersion(context.ifMatch, input.version) },
      context,
    ),
  ),
  // The output of the contract leaves away what is the profile's alone.
  getSettings: os.getSettings.handler(({ context }) => getProfile(context.tx, context.actor)),
  changeSettings: os.changeSettings.handler(({ context, input }) =>
    changeProfile(
      context.tx,
      context.actor,
      { ...input, version: knownVersion(context.ifMatch, input.version) },
      context,
    ),
  ),
})

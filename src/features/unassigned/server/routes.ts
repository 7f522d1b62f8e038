import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { MOST_CLIENTS, unassignedContract } from '../contract.ts'
import { addClient, assignClient } from './assign-client.ts'
import { listAssignments } from './assignments.ts'
import { readClients } from './client-key.ts'
import { clientsOfTenant } from './clients-of-tenant.ts'
import { previewAssignment, previewOfTenant, previewUndo } from './preview-move.ts'
import { takeClient, undoAssignment } from './undo-assignment.ts'

const os = implement(unassignedContract).$context<RequestContext>().use(inTenant)

export const unassignedRoutes = os.router({
  list: os.list.handler(({ context, input }) =>
    readClients(context.tx, { of: null, tenantId: 0, search: input.search, most: MOST_CLIENTS }),
  ),
  preview: os.preview.handler(({ context, input }) => previewAssignment(context.tx, input)),
  assign: os.assign.handler(({ context, input }) =>
    assignClient(context.tx, context.actor, input, context.record),
  ),
  assignments: os.assignments.handler(({ context, input }) => listAssignments(context.tx, input)),
  undoPreview: os.undoPreview.handler(({ context, input }) => previewUndo(context.tx, input)),
  undo: os.undo.handler(({ context, input }) =>
    undoAssignment(context.tx, context.actor, input, context.record),
  ),
  ofTenant: os.ofTenant.handler(({ context, input }) => clientsOfTenant(context.tx, input.id)),
  previewOfTenant: os.previewOfTenant.handler(({ context, input }) => previewOfTenant(context.tx, input)),
  addToTenant: os.addToTenant.handler(({ context, input: { id: tenantId, ...client } }) =>
    addClient(context.tx, context.actor, { tenantId, ...client }, context.record),
  ),
  takeFromTenant: os.takeFromTenant.handler(({ context, input: { id: tenantId, ...client } }) =>
    takeClient(context.tx, context.actor, { tenantId, ...client }, context.record),
  ),
})
